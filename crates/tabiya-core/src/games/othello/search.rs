//! Othello as the search sees it.

use super::bits::{C_SQUARES, CORNERS, EDGES, X_SQUARES, replies};
use super::params::OthelloParams;
use super::{Othello, OthelloMove};
use crate::games::Side;
use crate::games::{MoveList, Outcome, Position as _, bitboard};
use crate::search::game::Searchable;
use crate::search::score::{Score, is_decided, win_in};

impl Searchable for Othello {
    type Params = OthelloParams;
    type CheckSight = ();

    const PRESET: &'static str = "othello";
    const HISTORY_SIZE: usize = 2 * 65;
    const PIECES: [&'static [char]; 2] = [&['X'], &['O']];
    const COUNTS_PLIES: bool = false;

    fn check_sight(&self) {}

    #[inline]
    fn code(m: OthelloMove) -> u16 {
        m.index() as u16 + 1
    }

    #[inline]
    fn squares(m: OthelloMove) -> (u8, u8) {
        let square = m.index() as u8 & 63;
        (square, square)
    }

    const PLACES: bool = true;

    #[inline]
    fn men(&self, _kind: usize) -> [u64; 2] {
        [self.black(), self.white()]
    }

    #[inline]
    fn history_slot(turn: Side, _from: u8, to: u8) -> usize {
        turn.index() * 65 + usize::from(to)
    }

    #[inline]
    fn history_index(&self, m: OthelloMove) -> usize {
        self.turn.index() * 65 + m.index()
    }

    #[inline]
    fn each_man(&self, mut tell: impl FnMut(usize, usize)) {
        for (kind, men) in [self.own(), self.opponent()].into_iter().enumerate() {
            bitboard::squares(men).for_each(|square| tell(usize::from(square), kind));
        }
    }

    /// Only corners change a position for good.
    #[inline]
    fn is_quiet(&self, m: OthelloMove) -> bool {
        m.square().is_none_or(|square| CORNERS >> square & 1 == 0)
    }

    #[inline]
    fn noisy_value(&self, _: OthelloMove) -> i32 {
        0
    }

    /// The fewer answers the opponent has, the better; squares beside a corner give it away.
    ///
    /// Counting the answers makes a node a third dearer and saves a quarter of the nodes at eleven
    /// plies, provided that killers and countermoves, which are worth little here, do not go first.
    // CITE: fewest answers first is from Buro's Logistello.
    #[inline]
    fn quiet_value(&self, m: OthelloMove) -> i32 {
        const ANSWER: i32 = 4000;
        let Some(square) = m.square() else { return 0 };
        let answers = replies(self.own, self.opponent, square);
        SQUARE_VALUES[usize::from(square)] - ANSWER * answers.count_ones() as i32
    }

    /// Whoever cannot place a disc in an undecided position passes.
    #[inline]
    fn moves_of_undecided(&self, moves: &mut MoveList<OthelloMove>) {
        let mut targets = self.mobility();
        if targets == 0 {
            moves.push(OthelloMove::PASS);
        }
        while targets != 0 {
            moves.push(OthelloMove::lowest(targets));
            targets &= targets - 1;
        }
    }

    #[inline]
    fn stage(&self) -> usize {
        self.empties().count_ones() as usize
    }

    fn quiescence_moves(&self, moves: &mut MoveList<OthelloMove>) {
        let mut corners = self.mobility() & CORNERS;
        while corners != 0 {
            moves.push(OthelloMove::lowest(corners));
            corners &= corners - 1;
        }
    }

    #[inline]
    fn is_free(m: OthelloMove) -> bool {
        m.is_pass()
    }

    /// Wins count by discs, the empty squares going to the winner.
    fn final_score(&self, outcome: Outcome, _ply: i32) -> Score {
        let margin = self.own.count_ones() as i32 - self.opponent.count_ones() as i32;
        let short = 64 - margin.abs() - self.empties().count_ones() as i32;
        match outcome {
            Outcome::Draw => 0,
            Outcome::Win(side) if side == self.turn() => win_in(short),
            Outcome::Win(_) => -win_in(short),
        }
    }

    /// Passes cost no depth, so a tree as deep as there are empty squares holds the whole game.
    fn exhaustive_depth(&self) -> Option<u32> {
        Some(self.empties().count_ones())
    }

    /// Wins are counted in discs, and a deeper search may find more of them.
    fn is_settled(&self, _: Score, _: u32) -> bool {
        false
    }
}

const SQUARE_VALUES: [i32; 64] = square_values();

const fn square_values() -> [i32; 64] {
    let mut values = [0; 64];
    let mut square = 0;
    while square < 64 {
        values[square] = if X_SQUARES >> square & 1 != 0 {
            -6000
        } else if C_SQUARES >> square & 1 != 0 {
            -3000
        } else if EDGES >> square & 1 != 0 {
            1500
        } else {
            0
        };
        square += 1;
    }
    values
}

/// The margin in discs that a decided score of Othello stands for; `None` for an estimate.
pub fn discs(score: Score) -> Option<i32> {
    let margin = 64 - crate::search::score::steps_to_win(score);
    is_decided(score).then_some(margin * score.signum())
}
