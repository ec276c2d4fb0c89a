//! What a condition says of a position: whether it holds, and which pieces it speaks of.

use shakmaty::Role;

use super::attacks;
use super::expression::{Condition, Number, Slots, Squares};
use super::facts::Facts;
use super::pawns;
use shakmaty::Color;

/// Pawn, knight, bishop, rook, queen, king.
const POWERS: [(Role, i32); 6] = [
    (Role::Pawn, 1),
    (Role::Knight, 3),
    (Role::Bishop, 3),
    (Role::Rook, 5),
    (Role::Queen, 9),
    (Role::King, 0),
];

impl Slots {
    pub(super) fn union(self, facts: &Facts) -> u64 {
        if let Some(slot) = self.single() {
            return facts.slots[slot];
        }
        let mut union = 0;
        let mut left = self.0;
        while left != 0 {
            union |= facts.slots[left.trailing_zeros() as usize];
            left &= left - 1;
        }
        union
    }
}

impl Squares {
    /// The squares in the set.
    pub(super) fn members(&self, facts: &Facts) -> u64 {
        match self {
            Self::Pieces(slots, mask) => slots.union(facts) & mask,
            Self::Fixed(mask) => *mask,
            Self::Attackers(from, to, own) => {
                attacks::pairs(facts, from.members(facts), to.members(facts), *own).0
            }
            Self::Attacked(from, to, own) => {
                attacks::pairs(facts, from.members(facts), to.members(facts), *own).1
            }
            Self::Pin(part, sets) => {
                let [from, through, to] = sets.each_ref().map(|set| set.members(facts));
                attacks::part(attacks::pins(facts, from, through, to), *part)
            }
            Self::Kind(kind, set) => pawns::of_kind(facts, *kind, set.members(facts)),
            Self::Both(a, b) => a.members(facts) & b.members(facts),
            Self::Either(a, b) => a.members(facts) | b.members(facts),
            Self::Without(a, b) => a.members(facts) & !b.members(facts),
        }
    }

    /// The members and those that they are related to: both ends of an attack, all of a pin.
    fn speaks_of(&self, facts: &Facts) -> u64 {
        match self {
            Self::Attackers(from, to, own) | Self::Attacked(from, to, own) => {
                let pair = attacks::pairs(facts, from.members(facts), to.members(facts), *own);
                pair.0 | pair.1
            }
            Self::Pin(_, sets) => {
                let [from, through, to] = sets.each_ref().map(|set| set.members(facts));
                attacks::pins(facts, from, through, to).iter().fold(0, |all, one| all | one)
            }
            _ => self.members(facts),
        }
    }
}

impl Number {
    pub(super) fn value(&self, facts: &Facts) -> i32 {
        match self {
            Self::Constant(value) => *value,
            Self::Count(set) => set.members(facts).count_ones() as i32,
            Self::Power(set) => {
                let set = set.members(facts);
                let value = |(role, power): (Role, i32)| {
                    let pieces =
                        facts.pieces(Color::White, role) | facts.pieces(Color::Black, role);
                    power * (pieces & set).count_ones() as i32
                };
                POWERS.into_iter().map(value).sum()
            }
            Self::Ply => i32::from(facts.ply),
            Self::FullMove => i32::from(facts.ply) / 2 + 1,
            Self::Sum(a, b) => a.value(facts).saturating_add(b.value(facts)),
            Self::Difference(a, b) => a.value(facts).saturating_sub(b.value(facts)),
        }
    }

    fn speaks_of(&self, facts: &Facts) -> u64 {
        match self {
            Self::Count(set) => set.speaks_of(facts),
            Self::Sum(a, b) | Self::Difference(a, b) => a.speaks_of(facts) | b.speaks_of(facts),
            Self::Constant(_) | Self::Power(_) | Self::Ply | Self::FullMove => 0,
        }
    }
}

impl Condition {
    /// Whether it holds.
    pub(super) fn holds(&self, facts: &Facts) -> bool {
        match self {
            Self::And(all) => all.iter().all(|one| one.holds(facts)),
            Self::Or(some) => some.iter().any(|one| one.holds(facts)),
            Self::Not(inner) => !inner.holds(facts),
            Self::Any(set) => set.members(facts) != 0,
            Self::Compare(ordering, a, b) => ordering.holds(a.value(facts), b.value(facts)),
            Self::BlackToMove(black) => facts.turn.is_black() == *black,
            Self::Castling(rights) => facts.castling & rights == *rights,
            Self::Result(result) => facts.result == *result,
            Self::Check => attacks::is_check(facts),
            Self::Optional(_) => true,
            Self::HowMany(ordering, count, of) => {
                let holding = of.iter().filter(|one| one.holds(facts)).count();
                ordering.holds(holding as i32, i32::from(*count))
            }
        }
    }

    /// The pieces that it speaks of where it holds; `None` where it does not.
    pub(super) fn pieces(&self, facts: &Facts) -> Option<u64> {
        if !self.holds(facts) {
            return None;
        }
        let squares = match self {
            Self::And(parts) | Self::Or(parts) | Self::HowMany(_, _, parts) => {
                parts.iter().filter_map(|part| part.pieces(facts)).fold(0, |all, one| all | one)
            }
            Self::Any(set) => set.speaks_of(facts),
            Self::Compare(_, a, b) => a.speaks_of(facts) | b.speaks_of(facts),
            Self::Optional(inner) => inner.pieces(facts).unwrap_or(0),
            Self::Not(_)
            | Self::BlackToMove(_)
            | Self::Castling(_)
            | Self::Result(_)
            | Self::Check => 0,
        };
        Some(squares & facts.occupied())
    }
}
