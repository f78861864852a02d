//! Kernels shown with the level that they were compiled for.

use crate::__internal::{Substitute, With};
use crate::levels;

macro_rules! define_visitor {
    ([$({
        $Level:ident $text:literal $doc:literal [$cfg:meta] $features:tt $any_token:tt
        [$First:ident = $Token:ty $(, $more:ident = $More:ty)*]
    })*]) => {
        /// Who is shown kernels, each with the level that it was compiled for: a method for each level.
        #[doc(hidden)]
        #[allow(non_snake_case, reason = "a method has the name of its level")]
        pub trait Visitor {
            $(
                #[cfg($cfg)]
                fn $Level<K: Substitute<$Token>>(
                    &mut self,
                    id: &'static str,
                    name: &'static str,
                    with: With<$Token, K>,
                );
            )*
        }
    };
}
levels! { [define_visitor] }
