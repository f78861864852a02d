//! Finds the items of a Rust file by their paths.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{Attribute, ImplItem, Item, Meta, TraitItem, Type};

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An item of a module, an impl block or a trait, or a variant of an enum.
    Item,
    /// A function with `#[test]`. The path may leave out a module of tests.
    Test,
}

/// Finds out whether the items of an impl block or a trait have one of this name.
macro_rules! has_member {
    ($Kind:ident, $items:expr, $path:expr) => {
        matches!($path, &[name] if $items.iter().any(|found| match found {
            $Kind::Fn(found) => found.sig.ident == name,
            $Kind::Const(found) => found.ident == name,
            $Kind::Type(found) => found.ident == name,
            $Kind::Macro(found) => in_macro(&found.mac.tokens, $path, Kind::Item),
            _ => false,
        }))
    };
}

/// Whether a path, such as `module::Type::method`, leads from the root of a file to an item. A macro hides
/// the structure of what it makes. So a name counts that a macro declares: after a keyword such as `fn`, or
/// at the beginning of an entry.
pub(super) fn leads(items: &[Item], path: &[&str], kind: Kind) -> bool {
    let [name, rest @ ..] = path else { return false };
    let item = kind == Kind::Item;
    let ends = |ident: &syn::Ident| ident == name && rest.is_empty();
    items.iter().any(|found| match found {
        Item::Fn(found) => ends(&found.sig.ident) && (item || is_test(&found.attrs)),
        Item::Struct(found) => item && ends(&found.ident),
        Item::Union(found) => item && ends(&found.ident),
        Item::Const(found) => item && ends(&found.ident),
        Item::Static(found) => item && ends(&found.ident),
        Item::Type(found) => item && ends(&found.ident),
        Item::Enum(found) => {
            let variant = |name| found.variants.iter().any(|variant| variant.ident == name);
            item && (ends(&found.ident) || found.ident == name && matches!(rest, &[name] if variant(name)))
        }
        Item::Trait(found) => {
            item && (ends(&found.ident) || found.ident == name && has_member!(TraitItem, found.items, rest))
        }
        Item::Impl(found) => {
            item && is_named(&found.self_ty, name) && has_member!(ImplItem, found.items, rest)
        }
        Item::Mod(found) => {
            let inside = found.content.as_ref().map_or(&[][..], |(_, items)| items);
            item && ends(&found.ident)
                || found.ident == name && leads(inside, rest, kind)
                || !item && is_of_tests(&found.attrs) && leads(inside, path, kind)
        }
        Item::Macro(found) => {
            item && found.ident.as_ref().is_some_and(ends) || in_macro(&found.mac.tokens, path, kind)
        }
        _ => false,
    })
}

fn is_named(ty: &Type, name: &str) -> bool {
    match ty {
        Type::Path(ty) => ty.path.segments.last().is_some_and(|segment| segment.ident == name),
        Type::Reference(ty) => is_named(&ty.elem, name),
        _ => false,
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("test"))
}

/// Whether the attributes have a `cfg` with `test` in it.
fn is_of_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string().contains("test"),
        _ => false,
    })
}

fn in_macro(tokens: &TokenStream, path: &[&str], kind: Kind) -> bool {
    let [modules @ .., name] = path else { return false };
    let first = tokens.clone().into_iter().next();
    let is_first = |name: &str| matches!(&first, Some(TokenTree::Ident(ident)) if ident == name);
    let has_item = |name: &&str| is_first(name) || declares(tokens, name, Kind::Item);
    modules.iter().all(has_item)
        && match kind {
            Kind::Item => has_item(name),
            Kind::Test => declares(tokens, name, kind),
        }
}

fn declares(tokens: &TokenStream, name: &str, kind: Kind) -> bool {
    const KEYWORDS: [&str; 9] = ["fn", "struct", "union", "const", "static", "type", "enum", "trait", "mod"];
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    tokens.iter().enumerate().any(|(i, token)| match token {
        TokenTree::Group(group) => declares(&group.stream(), name, kind),
        TokenTree::Ident(ident) if ident == name => match (kind, i.checked_sub(1).map(|i| &tokens[i])) {
            (Kind::Item, Some(TokenTree::Group(_))) => true,
            (Kind::Item, Some(TokenTree::Punct(before))) => before.as_char() == ';',
            (Kind::Item, Some(TokenTree::Ident(before))) => KEYWORDS.iter().any(|word| before == word),
            (Kind::Test, Some(TokenTree::Ident(before))) => {
                before == "fn" && attributes_before(&tokens[..i - 1]).any(|text| text == "test")
            }
            _ => false,
        },
        _ => false,
    })
}

/// The attributes at the end of the tokens, without their brackets.
fn attributes_before(mut tokens: &[TokenTree]) -> impl Iterator<Item = String> {
    std::iter::from_fn(move || match tokens {
        [before @ .., TokenTree::Punct(hash), TokenTree::Group(group)]
            if hash.as_char() == '#' && group.delimiter() == Delimiter::Bracket =>
        {
            tokens = before;
            Some(group.stream().to_string())
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "
        pub struct Ray(u64);
        static ALL: [Ray; 1] = [Ray(1)];
        impl Ray {
            const EMPTY: Ray = Ray(0);
            pub fn first(&self) -> u64 { first_of(self) }
            kernels! { Ray; fn last(ray: Ray) -> u64 = other::leaf; }
        }
        enum Axis { Row, File }
        trait Walk { const STEP: u32; fn walk(self); }
        mod inner {
            pub fn deep() {}
            mod tests {}
        }
        macro_rules! rays { ($name:ident) => { fn made() {} }; }
        kernel_lists! {
            /// A list.
            flip(Call): |call| { Portable => elsewhere::walked(call); }
            moves(Call): |call| {}
        }
        fn helper() {}
        #[cfg(test)]
        mod tests {
            #[test]
            fn plain() {}
            fn no_test() {}
            proptest! {
                #[test]
                #[ignore]
                fn random(a in 0..1) { called(a) }
                fn random_helper() {}
            }
        }
    ";

    fn found(path: &str, kind: Kind) -> bool {
        let path: Vec<&str> = path.split("::").collect();
        leads(&syn::parse_file(SOURCE).unwrap().items, &path, kind)
    }

    #[test]
    fn items_are_found_by_their_paths() {
        for path in "Ray ALL Ray::EMPTY Ray::first Ray::last Axis::File Walk::STEP Walk::walk inner \
            inner::deep rays made flip moves helper tests::plain tests::random"
            .split(' ')
        {
            assert!(found(path, Kind::Item), "{path}");
        }
    }

    #[test]
    fn words_that_are_no_items_are_not_found() {
        for path in "first Ray::first_of first_of leaf Ray::leaf File Axis::Diagonal walk Ray::walk \
            deep inner::gone helper::deep walked list name plain Call"
            .split(' ')
        {
            assert!(!found(path, Kind::Item), "{path}");
        }
    }

    #[test]
    fn tests_are_functions_with_the_attribute() {
        for path in ["plain", "tests::plain", "random", "tests::random"] {
            assert!(found(path, Kind::Test), "{path}");
        }
        for path in ["helper", "no_test", "random_helper", "called", "deep", "Ray", "tests"] {
            assert!(!found(path, Kind::Test), "{path}");
        }
    }
}
