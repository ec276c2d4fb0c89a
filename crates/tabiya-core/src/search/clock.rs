//! Where to spend time: a decision of class G.

use super::report::Iteration;

/// Decides after every iteration whether another one is worth its time (Kocsis 2003, §5.2).
pub trait Clock {
    /// False ends the search. The limits of the search hold whatever the clock says.
    fn goes_on<M>(&mut self, completed: &[Iteration<M>]) -> bool;
}

/// Searches until the limits end it.
#[derive(Clone, Copy, Debug, Default)]
pub struct UntilLimits;

impl Clock for UntilLimits {
    #[inline]
    fn goes_on<M>(&mut self, _: &[Iteration<M>]) -> bool {
        true
    }
}
