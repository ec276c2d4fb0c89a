//! Where to look further than the nominal depth: a decision of class S.

use super::Depth;
use super::game::{ExtensionContext, Searchable};

/// Decides how much deeper a move is searched.
pub trait Extensions<P: Searchable> {
    /// Sixteenths of a ply to add below the move.
    fn extend(&mut self, position: &P, m: P::Move, context: &ExtensionContext<'_, P>) -> Depth;
}

/// The extensions that the game itself knows; in chess the five of CRAFTY (Kocsis 2003, §2.2.2).
#[derive(Clone, Copy, Debug, Default)]
pub struct ByGame;

impl<P: Searchable> Extensions<P> for ByGame {
    #[inline]
    fn extend(&mut self, position: &P, m: P::Move, context: &ExtensionContext<'_, P>) -> Depth {
        position.extension(m, context)
    }
}

/// No extensions: the depth is the depth.
#[derive(Clone, Copy, Debug, Default)]
pub struct Never;

impl<P: Searchable> Extensions<P> for Never {
    #[inline]
    fn extend(&mut self, _: &P, _: P::Move, _: &ExtensionContext<'_, P>) -> Depth {
        0
    }
}
