//! Threads that wait for the next work. One that is woken finds a free processor at once, and works
//! with memory that it has had before; one that is new may share the processor of its maker for
//! several milliseconds, and the memory it is given stays with it when it has ended.

use std::sync::{Arc, Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// Threads, and where they live: a process that is forked from it has none of them.
#[derive(Clone, Debug)]
pub(crate) struct Standby {
    pub pool: Arc<ThreadPool>,
    process: u32,
}

impl Standby {
    /// So many threads.
    pub fn new(n_threads: usize) -> Result<Self, ThreadPoolBuildError> {
        let pool = Arc::new(ThreadPoolBuilder::new().num_threads(n_threads).build()?);
        Ok(Self { pool, process: std::process::id() })
    }

    /// How many threads there are for this process.
    pub fn n_threads(&self) -> usize {
        if self.process == std::process::id() { self.pool.current_num_threads() } else { 0 }
    }
}

static KEPT: Mutex<Vec<Standby>> = Mutex::new(Vec::new());

/// So many threads (as many as there are processors, for 0), the same for all who ask.
///
/// # Errors
/// If the system has no more of them.
pub fn pool(n_threads: usize) -> Result<Arc<ThreadPool>, ThreadPoolBuildError> {
    let wanted = if n_threads == 0 { n_processors() } else { n_threads };
    // Nobody panics who holds the lock.
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(standby) = kept.iter().find(|standby| standby.n_threads() == wanted) {
        return Ok(Arc::clone(&standby.pool));
    }
    // Those of another process stay in the list: to end threads that are not there is asking for it.
    let standby = Standby::new(wanted)?;
    kept.push(standby.clone());
    Ok(standby.pool)
}

fn n_processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_for_as_many_gets_the_same() {
        let (two, three) = (pool(2).unwrap(), pool(3).unwrap());
        assert_eq!((two.current_num_threads(), three.current_num_threads()), (2, 3));
        assert!(Arc::ptr_eq(&two, &pool(2).unwrap()));
        assert!(Arc::ptr_eq(&pool(0).unwrap(), &pool(n_processors()).unwrap()));
    }

    #[test]
    fn work_within_work_comes_to_an_end() {
        let two = pool(2).unwrap();
        assert_eq!(two.install(|| pool(3).unwrap().install(|| two.install(|| 7))), 7);
    }
}
