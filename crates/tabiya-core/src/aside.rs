//! Long work on a thread of its own, while the one that wants it looks up from time to time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Whether the work has ended, well or badly.
#[derive(Default)]
pub struct Ended {
    is_so: Mutex<bool>,
    changed: Condvar,
}

impl Ended {
    /// Waits for the end, but not longer than this; whether it has come.
    pub fn wait(&self, most: Duration) -> bool {
        // Nobody panics who holds the lock.
        let guard = self.is_so.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(guard, most, |is_so| !*is_so);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Tells when it is dropped, so that a panic is an end too.
struct Teller<'a>(&'a Ended);

impl Drop for Teller<'_> {
    fn drop(&mut self) {
        *self.0.is_so.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.changed.notify_all();
    }
}

/// Does the work on another thread. `wait` is to wait for its end a while and say whether it has
/// come; in between and at the end `look` is called. If that fails, `stop` is raised, the work is
/// waited for, and the failure goes on.
///
/// # Errors
/// Whatever `look` returns.
///
/// # Panics
/// If the work does, with its own message.
pub fn run<T: Send, E>(
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
    wait: impl Fn(&Ended) -> bool,
    mut look: impl FnMut() -> Result<(), E>,
) -> Result<T, E> {
    let ended = Ended::default();
    std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let _teller = Teller(&ended);
            work()
        });
        while !wait(&ended) {
            if let Err(error) = look() {
                stop.store(true, Ordering::Relaxed);
                // The failure came first; what became of the work is nobody's concern any more.
                drop(worker.join());
                return Err(error);
            }
        }
        let result = worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        look().map(|()| result)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_millis(1);

    fn wait(ended: &Ended) -> bool {
        ended.wait(SOON)
    }

    #[test]
    fn work_comes_back() {
        let stop = AtomicBool::new(false);
        assert_eq!(run(&stop, || 7, wait, || Ok::<(), ()>(())), Ok(7));
        assert!(!stop.into_inner());
    }

    #[test]
    fn a_panic_keeps_its_message() {
        let stop = AtomicBool::new(false);
        let work = || -> u32 { panic!("the board is on fire") };
        let failing = || run(&stop, work, wait, || Ok::<(), ()>(()));
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(failing)).unwrap_err();
        assert_eq!(panic.downcast_ref(), Some(&"the board is on fire"));
    }

    #[test]
    fn a_failure_stops_the_work() {
        let stop = AtomicBool::new(false);
        let work = || {
            while !stop.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
        };
        assert_eq!(run(&stop, work, wait, || Err("enough")), Err("enough"));
    }

    #[test]
    fn a_failure_comes_before_a_panic_of_what_it_stopped() {
        let stop = AtomicBool::new(false);
        let work = || {
            while !stop.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
            panic!("stopped in the middle");
        };
        assert_eq!(run::<(), _>(&stop, work, wait, || Err("enough")), Err("enough"));
    }
}
