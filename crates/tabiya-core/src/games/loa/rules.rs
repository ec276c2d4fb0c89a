//! The points of the rules on which tournaments differ.

use crate::games::RulesError;

/// Who wins when one move connects both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Simultaneous {
    /// Nobody, as at the Computer Olympiads.
    #[default]
    Draw,
    /// The side that made the move.
    Mover,
}

/// What happens to a side that must move and cannot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NoMove {
    /// It loses, as at the Computer Olympiads.
    #[default]
    Loss,
    /// It passes; if the other side cannot move either, the game is a draw.
    Pass,
}

/// The options of the rules; the default is how the Computer Olympiads play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoaRules {
    /// `simultaneous`: `draw` or `mover`.
    pub simultaneous: Simultaneous,
    /// `no_move`: `loss` or `pass`.
    pub no_move: NoMove,
    /// `repetition`: the occurrence that draws, `3` or `2`; `off` is 0.
    pub repetition: u8,
}

impl Default for LoaRules {
    fn default() -> Self {
        Self { simultaneous: Simultaneous::Draw, no_move: NoMove::Loss, repetition: 3 }
    }
}

impl LoaRules {
    /// Sets one option by name.
    ///
    /// # Errors
    /// If there is no such option or it does not take this value.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), RulesError> {
        match (option, value) {
            ("simultaneous", "draw") => self.simultaneous = Simultaneous::Draw,
            ("simultaneous", "mover") => self.simultaneous = Simultaneous::Mover,
            ("no_move", "loss") => self.no_move = NoMove::Loss,
            ("no_move", "pass") => self.no_move = NoMove::Pass,
            ("repetition", "3") => self.repetition = 3,
            ("repetition", "2") => self.repetition = 2,
            ("repetition", "off") => self.repetition = 0,
            _ => return Err(refusal(option, value)),
        }
        Ok(())
    }
}

fn refusal(option: &str, value: &str) -> RulesError {
    let accepted = match option {
        "simultaneous" => "draw or mover",
        "no_move" => "loss or pass",
        "repetition" => "3, 2 or off",
        _ => {
            return RulesError::new(format!(
                "rules of loa: expected simultaneous (draw or mover), no_move (loss or pass) \
                 or repetition (3, 2 or off), found {option:?}"
            ));
        }
    };
    RulesError::new(format!("rules of loa, {option}: expected {accepted}, found {value:?}"))
}
