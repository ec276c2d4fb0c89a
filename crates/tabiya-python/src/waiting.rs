//! Long work runs on its own thread while this one minds Ctrl-C and reports progress.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::prelude::*;

/// How long the user waits for Ctrl-C or for the next report, at most.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Runs `work` without the GIL and calls `look` from time to time; if that fails or the user presses
/// Ctrl-C, `stop` is raised, `work` is waited for, and the exception goes on.
pub fn wait_for<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
    mut look: impl FnMut(Python<'_>) -> PyResult<()>,
) -> PyResult<T> {
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        scope.spawn(move || {
            // The receiver lives until the scope ends, so this cannot fail.
            let _ = sender.send(work());
        });
        let receiver = std::sync::Mutex::new(receiver);
        loop {
            let outcome = py.detach(|| {
                let receiver = receiver.lock().expect("nobody else locks it");
                receiver.recv_timeout(LOOK_EVERY)
            });
            match outcome {
                Ok(value) => {
                    look(py)?;
                    return Ok(value);
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = py.check_signals().and_then(|()| look(py)) {
                        stop.store(true, Ordering::Relaxed);
                        return Err(error);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    unreachable!("the worker sends before it ends")
                }
            }
        }
    })
}
