//! Static time allocation: every move is searched to the same depth.

use super::{Budget, Clock, Thinking, TimeLeft, all_of};
use crate::games::Line;
use crate::search::decisions::Decision;
use crate::search::game::Searchable;

/// Searches every move to one depth, as long as there is time.
// CITE: Kocsis 2003, §5.1.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedDepth(pub u32);

impl<P: Searchable> Decision<P> for FixedDepth {}

impl<P: Searchable> Clock<P> for FixedDepth {
    fn budget(&mut self, _line: &Line<P>, left: &TimeLeft) -> Budget {
        Budget { soft: f64::INFINITY, hard: all_of(left) }
    }

    fn goes_on(&mut self, so_far: &Thinking<'_, P>) -> bool {
        so_far.iterations.len() < self.0 as usize
    }
}
