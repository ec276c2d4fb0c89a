//! Two pipes to a process, used by one thread that has nothing else to do.

use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::{AsRawFd, BorrowedFd, RawFd};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a raised stop may go unheard.
const TICK: Duration = Duration::from_millis(50);
const READ_AT_ONCE: usize = 1 << 12;

/// The ends of the pipes that lead to an engine. They are copies: who owns the process may close its
/// own ends meanwhile.
pub struct Pipes {
    hears: File,
    says: File,
}

/// Why nothing more was heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// The time is over.
    Late,
    /// The work is to stop.
    Stopped,
    /// The pipe was closed, or is broken.
    Closed,
}

impl Pipes {
    /// Pipes by the numbers under which this process has them: the one in which the engine hears,
    /// and the one in which it says something; nothing if they are none that never block.
    pub fn copy(hears: RawFd, says: RawFd) -> Option<Self> {
        Some(Self { hears: copy(hears)?, says: copy(says)? })
    }

    /// Says something; how much of it the pipe has taken.
    pub(super) fn say(&mut self, text: &[u8]) -> usize {
        let mut n_said = 0;
        while n_said < text.len() {
            match self.hears.write(&text[n_said..]) {
                Ok(n) => n_said += n,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => break, // full or broken
            }
        }
        n_said
    }

    /// Adds to `heard` what the engine says next, at the latest by `until`.
    pub(super) fn hear(
        &mut self,
        heard: &mut Vec<u8>,
        until: Instant,
        stop: &AtomicBool,
    ) -> Result<(), Silence> {
        loop {
            self.wait(until, stop)?;
            if self.read(heard)? {
                return Ok(());
            }
        }
    }

    /// Adds to `heard` what the engine has said by now; false if that is nothing.
    pub(super) fn read(&mut self, heard: &mut Vec<u8>) -> Result<bool, Silence> {
        let mut room = [0; READ_AT_ONCE];
        match self.says.read(&mut room) {
            Ok(0) => Err(Silence::Closed),
            Ok(n) => {
                heard.extend_from_slice(&room[..n]);
                Ok(true)
            }
            Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
                Ok(false)
            }
            Err(_) => Err(Silence::Closed),
        }
    }

    /// Waits until there is something to read: words, or the end.
    fn wait(&self, until: Instant, stop: &AtomicBool) -> Result<(), Silence> {
        let mut asked =
            libc::pollfd { fd: self.says.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        loop {
            let left = until.saturating_duration_since(Instant::now()).min(TICK);
            let milliseconds = left.as_millis() as i32 + 1;
            // SAFETY: one entry, which lives as long as the call.
            if unsafe { libc::poll(&raw mut asked, 1, milliseconds) } > 0 {
                return Ok(());
            }
            if stop.load(Ordering::Relaxed) {
                return Err(Silence::Stopped);
            }
            if Instant::now() >= until {
                return Err(Silence::Late);
            }
        }
    }
}

fn copy(number: RawFd) -> Option<File> {
    if number < 0 {
        return None;
    }
    // SAFETY: a number that is no open file is an error of the call.
    let flags = unsafe { libc::fcntl(number, libc::F_GETFL) };
    if flags < 0 || flags & libc::O_NONBLOCK == 0 {
        return None;
    }
    // SAFETY: it is used at once, and was open just now.
    let pipe = unsafe { BorrowedFd::borrow_raw(number) };
    pipe.try_clone_to_owned().ok().map(File::from)
}
