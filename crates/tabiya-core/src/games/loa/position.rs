//! Lines of Action as a [`Position`].

use super::keys::TURN_KEY;
use super::{Loa, LoaMove, LoaRules, NoMove, text};
use crate::games::{
    MoveList, Outcome, ParsePositionError, Position, RulesError, Side, UnpackError, two_colours,
};

const BLACK_AT_START: u64 = 0x7e00_0000_0000_007e;
const WHITE_AT_START: u64 = 0x0081_8181_8181_8100;

impl Position for Loa {
    type Move = LoaMove;
    type Rules = LoaRules;

    const NAME: &'static str = "loa";
    const SIDES: [&'static str; 2] = ["black", "white"];

    fn set_rule(rules: &mut LoaRules, option: &str, value: &str) -> Result<(), RulesError> {
        rules.set(option, value)
    }

    fn initial(rules: LoaRules) -> Self {
        Self::new([BLACK_AT_START, WHITE_AT_START], Side::First, rules)
    }

    fn parse(text: &str, rules: LoaRules) -> Result<Self, ParsePositionError> {
        let (boards, turn) = text::parse(text)?;
        Ok(Self::new(boards, turn, rules))
    }

    fn text(&self) -> String {
        text::write([self.black, self.white], self.turn)
    }

    const PACKED_WIDTH: usize = two_colours::WIDTH;

    fn pack(&self, bytes: &mut [u8]) {
        two_colours::pack([self.black, self.white], self.turn, bytes);
    }

    fn unpack(bytes: &[u8], rules: LoaRules) -> Result<Self, UnpackError> {
        let found = two_colours::unpack(bytes).filter(|(boards, _)| text::is_possible(*boards));
        let position = found.map(|(boards, turn)| Self::new(boards, turn, rules));
        position.ok_or(UnpackError::new(Self::NAME))
    }

    fn packed_turn(bytes: &[u8]) -> Side {
        two_colours::turn(bytes)
    }

    fn cells(&self) -> [char; 64] {
        std::array::from_fn(|square| text::cell([self.black, self.white], square as u32))
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    fn legal_moves(&self, moves: &mut MoveList<LoaMove>) {
        if self.decided().is_none() {
            self.moves_of_undecided(moves);
        }
    }

    fn count_legal_moves(&self) -> usize {
        if self.decided().is_some() {
            return 0;
        }
        match self.mobility(self.turn) {
            0 => usize::from(self.must_pass()),
            n_moves => n_moves,
        }
    }

    fn play(&mut self, m: LoaMove) {
        if self.own() >> (m.from() & 63) & 1 == 0 || m.is_pass() {
            self.quiet_plies = self.quiet_plies.saturating_add(1);
        } else {
            self.move_piece(m.from() as u32, m.to() as u32);
        }
        self.turn = self.turn.other();
        self.key ^= TURN_KEY;
    }

    #[inline]
    fn decided(&self) -> Option<Outcome> {
        self.connection()
    }

    fn outcome_without_moves(&self) -> Outcome {
        self.decided().unwrap_or(match self.rules.no_move {
            NoMove::Loss => Outcome::Win(self.turn.other()),
            NoMove::Pass => Outcome::Draw,
        })
    }

    fn reversible_plies(&self) -> usize {
        self.quiet_plies as usize
    }

    fn with_reversible_plies(mut self, plies: usize) -> Self {
        self.quiet_plies = self.quiet_plies.max(plies.min(u16::MAX.into()) as u16);
        self
    }

    fn repetitions_to_draw(&self) -> u32 {
        self.rules.repetition as u32
    }

    fn move_text(&self, m: LoaMove) -> String {
        m.text()
    }
}
