//! What the search asks of a game beyond its rules.
//!
//! A game answers in its own folder, in the file `search.rs`: the answers are read off its bitboards,
//! which nobody else need see, and a new game is one folder. That file is the only one of the rules that
//! knows a search; the search knows no game. What an evaluation counts is asked for by [`Counted`], and
//! answered where the evaluations are: so the rules know none of them.

use super::Depth;
use super::named::GameParams;
use super::score::{Score, is_decided, steps_to_win, win_in};
use crate::games::{MoveList, Outcome, Position, Side};

/// A game whose evaluation by named weights has features that are counted in every position anew.
pub trait Counted: Position {
    /// How many there are.
    fn n_features() -> usize;

    /// Tells which of them a position has and how often, as the first player sees it.
    fn each_feature(&self, tell: impl FnMut(usize, i32));
}

/// A game that can be searched.
pub trait Searchable: Counted {
    /// The numbers of the search that it alone has.
    type Params: GameParams;

    /// How many values [`Searchable::history_index`] has.
    const HISTORY_SIZE: usize;

    /// The preset of the search that suits the game.
    const PRESET: &'static str = "crafty";

    /// Whether wins are counted in plies (mate in five), so that the quicker one is better.
    const COUNTS_PLIES: bool = true;

    /// How the pieces of the first player and of the second look on [`Position::cells`], kind by
    /// kind: the inputs of networks.
    const PIECES: [&'static [char]; 2];

    /// A number of at most 15 bits, not 0, that names the move among the legal ones.
    fn code(m: Self::Move) -> u16;

    /// The legal move with this code, where it can be told without listing all; `None` says nothing.
    #[inline]
    fn move_with_code(&self, _code: u16) -> Option<Self::Move> {
        None
    }

    /// Where the move comes from and goes to; equal where pieces are only placed.
    fn squares(m: Self::Move) -> (u8, u8);

    /// Whether some man of either side can ever move so; no other pair of squares is a move's.
    #[inline]
    fn may_go(from: u8, to: u8) -> bool {
        !Self::PLACES || from == to
    }

    /// How many kinds of men a side has.
    const KINDS: usize = 1;

    /// Whether men move forwards, so that the second player sees the board from the other end.
    const HAS_DIRECTION: bool = false;

    /// Whether moves only place men.
    const PLACES: bool = false;

    /// The squares of the first player's men of a kind, and of the second's, a1 in the lowest bit.
    fn men(&self, kind: usize) -> [u64; 2];

    /// How many men are on the board: how far the game has gone, for what is learnt by phase.
    #[inline]
    fn n_men(&self) -> usize {
        let of_kind = |kind| self.men(kind).into_iter().map(|men| men.count_ones() as usize);
        (0..Self::KINDS).flat_map(of_kind).sum()
    }

    /// Whether the move costs no depth, because there was nothing to choose: a pass.
    #[inline]
    fn is_free(_m: Self::Move) -> bool {
        false
    }

    /// Where a move of a side between two squares stands in the history table.
    #[inline]
    fn history_slot(turn: Side, from: u8, to: u8) -> usize {
        turn.index() * 4096 + usize::from(from) * 64 + usize::from(to)
    }

    /// Where the move stands in the history table.
    #[inline]
    fn history_index(&self, m: Self::Move) -> usize {
        let (from, to) = Self::squares(m);
        Self::history_slot(self.turn(), from, to)
    }

    /// Whether the move changes so little that only experience tells its worth.
    fn is_quiet(&self, m: Self::Move) -> bool;

    /// What is known of a quiet move before any experience; added to its history.
    #[inline]
    fn quiet_value(&self, _m: Self::Move) -> i32 {
        0
    }

    /// How promising a move is that is not quiet; larger goes first.
    fn noisy_value(&self, m: Self::Move) -> i32;

    /// Whether a move that is not quiet gives up more than it takes.
    fn loses_material(&self, _m: Self::Move) -> bool {
        false
    }

    /// Fills an empty list with the legal moves of a position that is known not to be decided.
    #[inline]
    fn moves_of_undecided(&self, moves: &mut MoveList<Self::Move>) {
        self.legal_moves(moves);
    }

    /// Whether the exchange that a move starts loses more than so many centipawns.
    fn loses_more_than(&self, _m: Self::Move, _centipawns: i32) -> bool {
        false
    }

    /// How many values [`Searchable::piece_to`] has; 0 if the game has no table of continuations.
    const CONTINUATION_SIZE: usize = 0;

    /// The piece that moves, its side and its new square, as one number.
    fn piece_to(&self, _m: Self::Move) -> usize {
        0
    }

    /// How much of the game is left, for what is learnt by phase: empty squares in Othello.
    #[inline]
    fn stage(&self) -> usize {
        0
    }

    /// Tells the square of every man and its kind: those of the side to move first, then the
    /// opponent's.
    fn each_man(&self, tell: impl FnMut(usize, usize));

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        false
    }

    /// From where the opponent's king can be put in check: worked out once for all moves of a node.
    type CheckSight;

    /// The sight of checks of a position.
    fn check_sight(&self) -> Self::CheckSight;

    /// Whether a legal move gives check, seen so.
    fn gives_check(&self, _m: Self::Move, _sight: &Self::CheckSight) -> bool {
        false
    }

    /// Makes a legal move; `foresee` hears the key after it, or a guess that is right for nearly all
    /// moves, as early as possible: memory can be fetched while the move is made.
    #[inline]
    fn play_foreseen(&mut self, m: Self::Move, foresee: impl FnOnce(u64)) {
        self.play(m);
        foresee(self.key());
    }

    /// What the key will be after the move with a code, or a guess that is right for nearly all.
    #[inline]
    fn key_after(&self, _code: u16) -> Option<u64> {
        None
    }

    /// The key of [`Searchable::null_move`], where there may be one.
    #[inline]
    fn null_key(&self) -> Option<u64> {
        None
    }

    /// The position with the other side to move, where giving up a move proves something.
    fn null_move(&self) -> Option<Self> {
        None
    }

    /// Fills an empty list with the moves that a quiet leaf must not ignore; never called in check.
    fn quiescence_moves(&self, moves: &mut MoveList<Self::Move>);

    /// Sixteenths of a ply by which the search should look further after `m`, which led to `child`.
    fn extension(&self, _m: Self::Move, _context: &ExtensionContext<'_, Self>) -> Depth {
        0
    }

    /// The score for the side to move of a game that ended here.
    fn final_score(&self, outcome: Outcome, ply: i32) -> Score {
        match outcome {
            Outcome::Draw => 0,
            Outcome::Win(side) if side == self.turn() => win_in(ply),
            Outcome::Win(_) => -win_in(ply),
        }
    }

    /// The depth at which every line ends with the game, so that a search of all moves is exact; not
    /// known in most games.
    fn exhaustive_depth(&self) -> Option<u32> {
        None
    }

    /// Whether a deeper iteration cannot change the score that one of this depth found here.
    fn is_settled(&self, score: Score, depth: u32) -> bool {
        is_decided(score) && steps_to_win(score) <= depth as i32
    }
}

/// What is known when a move may be extended.
pub struct ExtensionContext<'a, P: Searchable> {
    /// The position after the move.
    pub child: &'a P,
    /// The move that led to this node, if it is known.
    pub previous: Option<P::Move>,
    /// How many legal moves this node has; 0 while they are not listed.
    pub n_moves: usize,
    /// Whether the null move ran into a mate here.
    pub mate_threat: bool,
    /// The numbers that the game alone has.
    pub params: &'a P::Params,
}
