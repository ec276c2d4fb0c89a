//! The features of a single position as plain numbers, for networks that see more than squares.

use super::{Model, Sink, TermId};

/// The most features that can be counted, a power of two.
pub const MOST_COUNTED: usize = 512;

/// How many features [`each_feature`] can tell.
///
/// # Panics
/// If an evaluation has more than [`MOST_COUNTED`].
pub fn n_features<M: Model>() -> usize {
    let n = M::schema().n_terms() - M::N_KEPT;
    assert!(n <= MOST_COUNTED, "at most {MOST_COUNTED} features that are counted, not {n}");
    n
}

/// The names of these features.
pub fn feature_names<M: Model>() -> Vec<String> {
    let schema = M::schema();
    (M::N_KEPT..schema.n_terms()).map(|term| schema.name_of(term).into()).collect()
}

/// Tells which features a position has and how often, as the first player sees it: each once, in
/// order. Those of [`Model::kept`] are left out, for they say no more than the squares of the men.
pub fn each_feature<M: Model>(position: &M::Position, mut tell: impl FnMut(usize, i32)) {
    let model = M::default();
    let kept = model.kept(position, &mut Nothing);
    let mut found = Reported { counts: [0; MOST_COUNTED], touched: [0; MOST_COUNTED / 64] };
    model.features(position, kept, &mut found);
    for (word, mut bits) in found.touched.into_iter().enumerate() {
        while bits != 0 {
            let feature = 64 * word + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            if found.counts[feature] != 0 {
                tell(feature, found.counts[feature]);
            }
        }
    }
}

/// Hears no feature.
struct Nothing;

impl<M: Model> Sink<M> for Nothing {
    #[inline]
    fn add(&mut self, _: TermId, _: i32) {}

    #[inline]
    fn remember(&mut self, _: u64, walk: impl FnOnce(&mut Self) -> M::Memo) -> M::Memo {
        walk(self)
    }
}

/// How often every feature was reported; no index needs a check.
struct Reported {
    counts: [i32; MOST_COUNTED],
    /// One bit for each that was.
    touched: [u64; MOST_COUNTED / 64],
}

impl<M: Model> Sink<M> for Reported {
    #[inline]
    fn add(&mut self, term: TermId, count: i32) {
        let feature = (term - M::N_KEPT) % MOST_COUNTED;
        self.counts[feature] += count;
        self.touched[feature / 64] |= 1 << (feature % 64);
    }

    #[inline]
    fn remember(&mut self, _: u64, walk: impl FnOnce(&mut Self) -> M::Memo) -> M::Memo {
        walk(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::chess::ChessModel;
    use crate::eval::loa::LoaModel;
    use crate::eval::othello::OthelloModel;
    use crate::eval::trace::Trace;
    use crate::games::chess::ChessRules;
    use crate::games::loa::LoaRules;
    use crate::games::othello::OthelloRules;
    use crate::games::{MoveList, Position, Side, splitmix};

    /// The terms of a trace behind those that are kept, along a game of drawn moves.
    fn check<M: Model>(start: M::Position) {
        let mut position = start;
        let (mut n_told, mut sides) = (0, [false; 2]);
        for number in 0..60 {
            let trace = Trace::of::<M>(&[&position]);
            let sign = if position.turn() == Side::First { 1 } else { -1 };
            let traced = trace.terms.iter().zip(&trace.counts);
            let expected: Vec<(usize, i32)> = traced
                .map(|(&term, &count)| (usize::from(term), sign * i32::from(count)))
                .filter_map(|(term, count)| Some((term.checked_sub(M::N_KEPT)?, count)))
                .collect();
            let mut found = Vec::new();
            each_feature::<M>(&position, |feature, count| found.push((feature, count)));
            assert_eq!(found, expected, "{}", position.text());
            assert!(found.iter().all(|&(feature, _)| feature < n_features::<M>()));
            n_told += found.len();
            sides[position.turn().index()] = true;
            let mut moves = MoveList::new();
            position.legal_moves(&mut moves);
            if moves.is_empty() || position.decided().is_some() {
                break;
            }
            position.play(moves[splitmix(5, number) as usize % moves.len()]);
        }
        assert!(n_told > 100 && sides == [true; 2]);
        assert_eq!(feature_names::<M>().len(), n_features::<M>());
    }

    #[test]
    fn test_features_are_those_of_the_trace_that_squares_do_not_tell() {
        check::<ChessModel>(Position::initial(ChessRules::default()));
        check::<OthelloModel>(Position::initial(OthelloRules));
        check::<LoaModel>(Position::initial(LoaRules::default()));
        assert_eq!(feature_names::<LoaModel>()[4], "mobility");
        assert_eq!(feature_names::<ChessModel>()[0], "knight_mobility_0");
    }
}
