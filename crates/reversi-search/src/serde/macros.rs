//! `Serialize` and `Deserialize` of a type, given its fields or its names.

/// Serialises a type as its fields. A value that is read has to pass `check`, if there is one.
macro_rules! as_fields {
    ($($(#[$doc:meta])* $Type:ident as $Fields:ident $(, checked by $check:path)?;)*) => {$(
        $(#[$doc])*
        impl ::serde::Serialize for $Type {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $Fields::serialize(self, serializer)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $Type {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<$Type, D::Error> {
                let value = $Fields::deserialize(deserializer)?;
                $($check(&value).map_err(::serde::de::Error::custom)?;)?
                Ok(value)
            }
        }
    )*};
}

/// Serialises a type by fields that differ from its own: `Fields::of(&value)`, and `fields.checked()`, which
/// may refuse.
macro_rules! by_fields {
    ($($(#[$doc:meta])* $Type:ident as $Fields:ident;)*) => {$(
        $(#[$doc])*
        impl ::serde::Serialize for $Type {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                ::serde::Serialize::serialize(&$Fields::of(self), serializer)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $Type {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<$Type, D::Error> {
                let fields: $Fields = ::serde::Deserialize::deserialize(deserializer)?;
                fields.checked().map_err(::serde::de::Error::custom)
            }
        }
    )*};
}

/// Serialises the variants of an enum by their names in this case.
macro_rules! by_name {
    ($(
        $(#[$doc:meta])* $Type:ident, $name:literal, as $Names:ident in $case:literal: $($Variant:ident),*;
    )*) => {$(
        #[derive(::serde::Serialize, ::serde::Deserialize)]
        #[serde(remote = $name, rename = $name, rename_all = $case)]
        enum $Names {
            $($Variant),*
        }

        $crate::serde::macros::as_fields! {
            $(#[$doc])*
            $Type as $Names;
        }
    )*};
}

pub(crate) use {as_fields, by_fields, by_name};
