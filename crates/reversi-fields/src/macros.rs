//! Declarations: a struct with its table, and an enum with its names. Each field and each name is written
//! once, with its doc.

/// A doc of a table. Programs that show no docs need not have them.
#[cfg(feature = "docs")]
#[macro_export]
macro_rules! words {
    ($($doc:expr),+) => { concat!($($doc),+) };
}
/// A doc of a table. This build has none.
#[cfg(not(feature = "docs"))]
#[macro_export]
macro_rules! words {
    ($($doc:expr),+) => {
        ""
    };
}

/// The table of a struct.
#[macro_export]
macro_rules! table {
    ($OBJECT:ident, $Struct:ident, $summary:literal, [$($both:expr),*],
        $($name:literal: $kind:expr, [$($default:literal)?], [$($doc:literal)+];)*) => {
        #[doc = concat!("The fields of `", stringify!($Struct), "`.")]
        pub static $OBJECT: $crate::Object = $crate::Object {
            name: stringify!($Struct),
            doc: $crate::words!($summary),
            fields: &[$($crate::Field {
                name: $name,
                kind: $kind,
                default: concat!("" $(, $default)?),
                doc: $crate::words!($($doc, "\n"),+),
            }),*],
            conflicts: &[$($both),*],
        };
    };
}

/// Declares a struct of plain fields: `field: Type as "name": Kind, or "default in words";`. The fields after
/// `beside` are not data.
#[macro_export]
macro_rules! surface {
    (
        $(#[$attr:meta])*
        $vis:vis struct $Struct:ident as $OBJECT:ident: $summary:literal $(, not $both:tt)* {
            $($(#[doc = $doc:literal])+
            $fvis:vis $field:ident: $Type:ty as $name:literal: $kind:expr $(, or $default:literal)?;)*
        } $(beside {
            $($(#[doc = $odoc:literal])+ $ovis:vis $other:ident: $Other:ty;)*
        })?
    ) => {
        $(#[$attr])*
        $vis struct $Struct {
            $($(#[doc = $doc])+ $fvis $field: $Type,)*
            $($($(#[doc = $odoc])+ $ovis $other: $Other,)*)?
        }

        $crate::table! {
            $OBJECT, $Struct, $summary, [$($both),*],
            $($name: $kind, [$($default)?], [$($doc)+];)*
        }

        impl $crate::Fields for $Struct {
            const OBJECT: &'static $crate::Object = &$OBJECT;

            #[cold]
            fn set(
                &mut self,
                index: usize,
                plain: $crate::DynValue,
            ) -> Result<(), $crate::FieldError> {
                let mut at = 0..;
                $(if Some(index) == at.next() {
                    self.$field = $crate::FieldValue::read(plain)?;
                    return Ok(());
                })*
                unreachable!("{} has no field {index}", stringify!($Struct))
            }

            #[cold]
            fn plain(&self) -> Vec<(&'static $crate::Field, $crate::DynValue)> {
                let values = [$($crate::FieldValue::plain(&self.$field)),*];
                let fields = $OBJECT.fields.iter().zip(values);
                fields.filter_map(|(field, value)| Some((field, value?))).collect()
            }
        }
    };
}

/// Declares the struct of an answer: `field: Type as "name": Kind, or "default in words", serde(..);`. With
/// serde it is a map of its fields. `Struct::checked` refuses what no engine returns.
#[macro_export]
macro_rules! answer {
    (
        $(#[$attr:meta])*
        $vis:vis struct $Struct:ident as $OBJECT:ident: $summary:literal {
            $($(#[doc = $doc:literal])+
            $fvis:vis $field:ident: $Type:ty as $name:literal: $kind:expr
                $(, or $default:literal)? $(, serde($($serde:tt)+))?;)*
        } $(beside {
            $($(#[doc = $odoc:literal])+ $ovis:vis $other:ident: $Other:ty $(, serde($($oserde:tt)+))?;)*
        })?
    ) => {
        $(#[$attr])*
        #[cfg_attr(feature = "serde", derive(::serde::Serialize, ::serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(remote = "Self"))]
        $vis struct $Struct {
            $($(#[doc = $doc])+
            #[cfg_attr(feature = "serde", serde(rename = $name $(, $($serde)+)?))]
            $fvis $field: $Type,)*
            $($($(#[doc = $odoc])+ #[cfg_attr(feature = "serde", serde(skip $(, $($oserde)+)?))] $ovis $other: $Other,)*)?
        }

        $crate::table! {
            $OBJECT, $Struct, $summary, [],
            $($name: $kind, [$($default)?], [$($doc)+];)*
        }
    };
}

/// Serialises an answer as its fields. A value that is read must pass `checked`.
#[cfg(feature = "serde")]
#[macro_export]
macro_rules! as_fields {
    ($($(#[$doc:meta])* $Type:ident;)*) => {$(
        $(#[$doc])*
        impl ::serde::Serialize for $Type {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $Type::serialize(self, serializer)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $Type {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<$Type, D::Error> {
                $Type::deserialize(deserializer)?.checked().map_err(::serde::de::Error::custom)
            }
        }
    )*};
}

/// Declares an enum whose variants have names in data: `Variant = "name"`.
#[macro_export]
macro_rules! names {
    (
        $(#[$attr:meta])*
        $vis:vis enum $Enum:ident as $NAMES:ident {
            $($(#[doc = $doc:literal])+ $([$vattr:meta])? $Variant:ident = $name:literal,)+
        }
    ) => {
        $(#[$attr])*
        $vis enum $Enum {
            $($(#[doc = $doc])+ $(#[$vattr])? $Variant,)+
        }

        #[doc = concat!("The names of [`", stringify!($Enum), "`].")]
        pub static $NAMES: &[$crate::Name] = &[$($crate::Name {
            name: $name,
            doc: $crate::words!($($doc, "\n"),+),
        }),+];

        impl $Enum {
            /// All of them, in the order of their declaration.
            pub const ALL: &'static [$Enum] = &[$($Enum::$Variant),+];

            #[doc = concat!("The name in data: ", $("`", $name, "` ",)+ "")]
            pub const fn name(self) -> &'static str {
                match self {
                    $($Enum::$Variant => $name,)+
                }
            }

            /// Returns the variant with this name.
            #[doc(hidden)]
            pub fn of_name(name: &str) -> Option<$Enum> {
                match name {
                    $($name => Some($Enum::$Variant),)+
                    _ => None,
                }
            }
        }

        /// The name in data.
        #[cfg(feature = "serde")]
        impl ::serde::Serialize for $Enum {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        #[cfg(feature = "serde")]
        impl<'de> ::serde::Deserialize<'de> for $Enum {
            fn deserialize<D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<$Enum, D::Error> {
                let name = <::std::borrow::Cow<'de, str> as ::serde::Deserialize>::deserialize(deserializer)?;
                $Enum::of_name(&name).ok_or_else(|| {
                    ::serde::de::Error::unknown_variant(&name, &[$($name),+])
                })
            }
        }

        impl $crate::FieldValue for $Enum {
            fn read(plain: $crate::DynValue) -> Result<$Enum, $crate::FieldError> {
                let $crate::DynValue::Text(name) = plain else { unreachable!("it was checked") };
                Ok($Enum::of_name(&name).expect("it was checked"))
            }

            fn plain(&self) -> Option<$crate::DynValue> {
                Some($crate::DynValue::Text(self.name().to_owned()))
            }
        }
    };
}
