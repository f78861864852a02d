//! [`outlined!`](crate::outlined) for levels with a kernel exchanged.

/// [`bitboard::outlined!`](crate::bitboard::outlined!), and the functions of the list for every level with a
/// kernel exchanged.
#[macro_export]
macro_rules! outlined {
    ($(#[$meta:meta])* $vis:vis trait $Trait:ident $(: $Super:path)? { $($body:tt)* }) => {
        $crate::bitboard::outlined! { $(#[$meta])* $vis trait $Trait $(: $Super)? { $($body)* } }
        $crate::bitboard::levels! { [$crate::outlined] @levels $Trait { $($body)* } }
    };
    ([$({
        level: $Level:ident, cfg: $cfg:meta, tokens: [$($Token:ident = $Type:ty),+],
        features: $features:tt, $($rest:tt)*
    })*] @levels $Trait:ident $body:tt) => {$($(
        #[cfg($cfg)]
        impl<K: $crate::Substitute<$Type>> $Trait for $crate::With<$Type, K> {
            $crate::outlined! { @methods $features $Type, $body }
        }
    )+)*};
    (@methods $features:tt $Type:ty, {
        $(fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)? = $generic:path;)*
    }) => {
        $($crate::outlined! { @method $features $Type, fn $name($($arg: $ty),*) [$($ret)?] = $generic })*
    };
    (@method [$($feature:tt)*] $Type:ty,
        fn $name:ident($($arg:ident: $ty:ty),*) [$($ret:ty)?] = $generic:path
    ) => {
        #[inline(always)]
        fn $name(self, $($arg: $ty),*) $(-> $ret)? {
            $(#[target_feature(enable = $feature)])*
            #[inline(never)]
            fn outlined<K: $crate::Substitute<$Type>>(
                l: $crate::With<$Type, K>,
                $($arg: $ty),*
            ) $(-> $ret)? {
                $generic(l, $($arg),*)
            }
            // SAFETY: the function has the features of the level of `self`, and a token exists only where the
            // CPU has them.
            #[allow(unused_unsafe, reason = "the portable level has no feature to prove")]
            unsafe { outlined(self, $($arg),*) }
        }
    };
}
