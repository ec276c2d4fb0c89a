//! What the search is compiled for: any processor, or those of x86-64 with AVX2.
//!
//! The bodies of the recursive functions are generic and always inlined, so each implementation
//! of [`Kernels`] gets its own copy, compiled for what its processor can do.

use super::discs::Discs;
use super::last;
use super::search::Search;
use crate::games::othello::bits::portable;

/// A kind of processor. A value of the type is the proof that it may be used here.
pub(super) trait Kernels: Copy {
    /// See [`crate::games::othello::bits::mobility`].
    fn mobility(self, own: u64, opponent: u64) -> u64;
    /// See [`crate::games::othello::bits::flips`].
    fn flips(self, own: u64, opponent: u64, square: u8) -> u64;

    /// [`last::three`], compiled for this processor.
    fn three(search: &mut Search<Self>, board: Discs, odd: u8, alpha: i32, at: [u8; 3]) -> i32;
    /// [`last::four`], compiled for this processor.
    fn four(search: &mut Search<Self>, board: Discs, odd: u8, alpha: i32, at: [u8; 4]) -> i32;
    /// [`last::five`], compiled for this processor.
    fn five(search: &mut Search<Self>, board: Discs, moves: u64, alpha: i32) -> i32;
    /// [`Search::null_window`], compiled for this processor.
    fn null_window(search: &mut Search<Self>, board: Discs, moves: u64, alpha: i32) -> i32;
}

/// Any processor.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Kernels for Portable {
    #[inline]
    fn mobility(self, own: u64, opponent: u64) -> u64 {
        portable::mobility(own, opponent)
    }

    #[inline]
    fn flips(self, own: u64, opponent: u64, square: u8) -> u64 {
        portable::flips(own, opponent, square)
    }

    fn three(search: &mut Search<Self>, board: Discs, odd: u8, alpha: i32, at: [u8; 3]) -> i32 {
        last::three(search, board, odd, alpha, at)
    }

    fn four(search: &mut Search<Self>, board: Discs, odd: u8, alpha: i32, at: [u8; 4]) -> i32 {
        last::four(search, board, odd, alpha, at)
    }

    fn five(search: &mut Search<Self>, board: Discs, moves: u64, alpha: i32) -> i32 {
        last::five(search, board, moves, alpha)
    }

    fn null_window(search: &mut Search<Self>, board: Discs, moves: u64, alpha: i32) -> i32 {
        search.null_window(board, moves, alpha)
    }
}
