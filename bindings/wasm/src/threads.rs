//! The engine with threads, as js/threads.js calls it: in memory that its workers share.
//!
//! Its target is one of WASI, whose standard library has threads; wasm-bindgen does not know that target.
//! Bytes come in through [`input`], and go out through the functions that are imported here.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::engine::{Parts, Searcher};
use crate::refusal::Refusal;

#[link(wasm_import_module = "reversi")]
unsafe extern "C" {
    /// Shows what a search has seen. Anything but 0 ends the search.
    safe fn show(text: *const u8, bytes: usize) -> i32;
    /// Takes the result of the call.
    safe fn reply(text: *const u8, bytes: usize);
    /// Takes the error of the call.
    safe fn refuse(text: *const u8, bytes: usize);
    /// Takes the message of a panic, which ends the engine.
    safe fn report(text: *const u8, bytes: usize);
}

static SEARCHER: Mutex<Option<Searcher>> = Mutex::new(None);
/// The arguments of the next call.
static INPUTS: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());

/// A panic ends the engine: no lock is poisoned.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Room for this many bytes, which are the next argument of the next call.
#[unsafe(no_mangle)]
extern "C" fn input(bytes: usize) -> *mut u8 {
    let mut inputs = lock(&INPUTS);
    inputs.push(vec![0; bytes]);
    inputs.last_mut().map_or(std::ptr::null_mut(), Vec::as_mut_ptr)
}

fn inputs() -> impl Iterator<Item = Vec<u8>> {
    std::mem::take(&mut *lock(&INPUTS)).into_iter()
}

/// Texts of JavaScript, which are valid.
fn texts() -> impl Iterator<Item = String> {
    inputs().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

fn with_searcher(call: impl FnOnce(&mut Searcher) -> Result<String, Refusal>) {
    match lock(&SEARCHER).as_mut().map(call) {
        Some(Ok(text)) => reply(text.as_ptr(), text.len()),
        Some(Err(refusal)) => refused(&refusal),
        None => unreachable!("the first call makes the engine"),
    }
}

fn refused(refusal: &Refusal) {
    let text = refusal.to_json();
    refuse(text.as_ptr(), text.len());
}

fn shown(event: &str) -> bool {
    show(event.as_ptr(), event.len()) != 0
}

/// Makes the engine. Its weights and its book are inputs, in this order, where they are given.
#[unsafe(no_mangle)]
extern "C" fn create(hash_mib: u32, threads: u32, has_weights: bool, is_full: bool, has_book: bool) {
    std::panic::set_hook(Box::new(|info| {
        let message = info.to_string();
        report(message.as_ptr(), message.len());
    }));
    let mut inputs = inputs();
    let mut next = |is_given: bool| if is_given { inputs.next() } else { None };
    let (weights, book) = (next(has_weights), next(has_book));
    match Searcher::new(Parts { hash_mib, threads, weights, is_full, book }) {
        Ok(searcher) => *lock(&SEARCHER) = Some(searcher),
        Err(refusal) => refused(&refusal),
    }
}

/// Answers a question.
#[unsafe(no_mangle)]
extern "C" fn ask() {
    let question = texts().next().unwrap_or_default();
    with_searcher(|searcher| Ok(searcher.ask(&question, &mut shown)));
}

/// Chooses the move of an opponent. The inputs are the question, the opponent and the times.
#[unsafe(no_mangle)]
extern "C" fn choose() {
    let mut texts = texts();
    let [question, opponent, times] = std::array::from_fn(|_| texts.next().unwrap_or_default());
    with_searcher(|searcher| searcher.choose(&question, &opponent, &times, &mut shown));
}

/// Takes a file of how people play: the input.
#[unsafe(no_mangle)]
extern "C" fn learn() {
    let people = inputs().next().unwrap_or_default();
    with_searcher(|searcher| searcher.learn(&people).map(|()| String::new()));
}

/// Forgets what the searches have found.
#[unsafe(no_mangle)]
extern "C" fn clear() {
    with_searcher(|searcher| {
        searcher.clear_hash();
        Ok(String::new())
    });
}
