//! Where to look further than the nominal depth: a decision of class S.

use super::decisions::Decision;
use super::game::{ExtensionContext, Searchable};
use super::score::{Score, is_decided};
use super::table::{Bound, Hit};
use super::view::{Entry, NodeView, Surroundings};
use super::{Depth, PLY};

/// A search without the table's move, which shows whether that one stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SingularTest {
    /// How deep the others are searched.
    pub depth: Depth,
    /// What they must all fall short of.
    pub beta: Score,
    /// What the move gains then, in sixteenths of a ply.
    pub extension: Depth,
}

/// Decides how much deeper a move is searched.
pub trait Extensions<P: Searchable>: Decision<P> {
    /// Sixteenths of a ply to add below the move.
    fn extend(&mut self, position: &P, m: P::Move, context: &ExtensionContext<'_, P>) -> Depth;

    /// How to find out whether the table's move deserves more (`singular`).
    #[inline]
    fn singular(
        &mut self,
        node: &NodeView<'_, P>,
        known: &Hit,
        around: &mut Surroundings<'_, P>,
    ) -> Option<SingularTest> {
        singular_by_hand(node, known, around)
    }
}

/// A deeper look at the table's move if every other one is clearly worse.
// CITE: Anantharaman, Campbell and Hsu 1990 (singular extensions).
#[inline]
fn singular_by_hand<P: Searchable>(
    node: &NodeView<'_, P>,
    known: &Hit,
    around: &Surroundings<'_, P>,
) -> Option<SingularTest> {
    let n = around.numbers;
    let may_be_singular = node.depth >= n.singular_depth
        && node.ply > 0
        && !matches!(node.entry, Entry::Singular(_))
        && known.depth >= node.depth - n.singular_slack
        && known.bound != Bound::Upper
        && !is_decided(known.score)
        && node.ply < n.extend_most * node.iteration as usize;
    may_be_singular.then(|| SingularTest {
        depth: (n.singular_part * f64::from(node.depth - PLY)) as Depth,
        beta: known.score - n.singular_margin * (node.depth / PLY),
        extension: n.singular_extension,
    })
}

/// The extensions that the game itself knows; in chess the five of CRAFTY (Kocsis 2003, §2.2.2).
#[derive(Clone, Copy, Debug, Default)]
pub struct ByGame;

impl<P: Searchable> Decision<P> for ByGame {}

impl<P: Searchable> Extensions<P> for ByGame {
    #[inline]
    fn extend(&mut self, position: &P, m: P::Move, context: &ExtensionContext<'_, P>) -> Depth {
        position.extension(m, context)
    }
}

/// No extensions: the depth is the depth.
#[derive(Clone, Copy, Debug, Default)]
pub struct Never;

impl<P: Searchable> Decision<P> for Never {}

impl<P: Searchable> Extensions<P> for Never {
    #[inline]
    fn extend(&mut self, _: &P, _: P::Move, _: &ExtensionContext<'_, P>) -> Depth {
        0
    }

    #[inline]
    fn singular(
        &mut self,
        _: &NodeView<'_, P>,
        _: &Hit,
        _: &mut Surroundings<'_, P>,
    ) -> Option<SingularTest> {
        None
    }
}
