//! A signal that ends searches early.

use reversi_engine::Stop;

use crate::handle::{Handle, kind};
use crate::pointer::Out;
use crate::status::calls;

kind! {
    /// A signal to end searches early, from any thread. The library never resets it.
    ReversiStop, Stop, b"stop", "stop"
}

calls!(
    /// Makes a signal that is not set and writes its handle to `stop`.
    fn reversi_stop_new(stop: Out<Handle<ReversiStop>>) {
        stop.make("stop", || Ok(Stop::new()))
    }

    /// Ends the running searches that watch `stop`, and later ones. A handler of a signal may call it too:
    /// with a valid handle it takes no lock and allocates nothing.
    fn reversi_stop_set(stop: Handle<ReversiStop>) {
        stop.enter("stop")?.set();
        Ok(())
    }

    /// Lets searches that watch `stop` run again.
    fn reversi_stop_reset(stop: Handle<ReversiStop>) {
        stop.enter("stop")?.reset();
        Ok(())
    }

    /// Writes to `is_set` whether `stop` is set: 1 or 0.
    fn reversi_stop_is_set(stop: Handle<ReversiStop>, is_set: Out<i32>) {
        is_set.write("is_set", stop.enter("stop")?.is_set().into())
    }

    /// Frees `stop`. Does nothing for NULL. A running search that watches the signal keeps it as it is.
    fn reversi_stop_free(stop: Handle<ReversiStop>) {
        stop.free("stop")
    }
);
