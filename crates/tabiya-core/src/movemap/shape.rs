//! What a network sees, how moves are told to it, and where its weights lie.

use std::fmt;
use std::ops::Range;

use crate::games::Side;
use crate::search::Searchable;

/// The most hidden units that a map can have.
pub const MAX_HIDDEN: usize = 64;

/// Squares of a board.
pub const SQUARES: usize = 64;

/// Units that tell a move in the input: file and rank of where it comes from and goes to.
const MOVE_UNITS: usize = 32;

/// How moves are encoded (Kocsis 2003, §3.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// In the input; one output says how good the move is.
    Mei,
    /// One output for every pair of squares, in games that only place men for every square.
    Meos,
    /// One output for every square a move comes from and one for every square it goes to; a move is
    /// worth the mean of its two.
    Meoc,
}

/// What is seen of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// As in the thesis: for each kind of men and square +1 if the first player has one there, -1 if
    /// the second has; and whose turn it is.
    Board,
    /// What is own and what is the other's, each with inputs of its own; where men have a direction,
    /// from the mover's end of the board.
    Mover,
    /// The same, and what the game's evaluation by named weights counts in the position (Kocsis 2003,
    /// §6.4), as many more as the mover has, each divided by its usual size.
    Features,
}

/// A word for each of some values, in a fixed order.
macro_rules! words {
    ($type:ident, $what:literal: $($word:literal $variant:ident),+) => {
        impl $type {
            /// The words for all of them.
            pub const NAMES: &[&str] = &[$($word),+];

            /// The one that a word stands for.
            ///
            /// # Errors
            /// If there is none.
            pub fn named(word: &str) -> Result<Self, MapError> {
                match word {
                    $($word => Ok(Self::$variant),)+
                    _ => Err(MapError::Word($what, Self::NAMES, word.into())),
                }
            }
        }
    };
}

words!(Encoding, "encoding": "mei" Mei, "meos" Meos, "meoc" Meoc);
words!(Inputs, "inputs": "board" Board, "mover" Mover, "features" Features);

/// What a map knows of the game that it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// The name of the game.
    pub game: &'static str,
    /// How many kinds of men there are.
    pub kinds: usize,
    /// Whether men move forwards, so that the second player sees the board from the other end.
    pub has_direction: bool,
    /// Whether moves only place men.
    pub places: bool,
    /// How many features its evaluation counts.
    pub n_features: usize,
}

impl Geometry {
    /// The board of a game.
    pub fn of<P: Searchable>() -> Self {
        Self {
            game: P::NAME,
            kinds: P::KINDS,
            has_direction: P::HAS_DIRECTION,
            places: P::PLACES,
            n_features: P::n_features(),
        }
    }
}

/// The shape of a network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The board of the game.
    pub geometry: Geometry,
    /// What is seen of it.
    pub inputs: Inputs,
    /// How moves are encoded.
    pub encoding: Encoding,
    /// Hidden units; 0 if there are none.
    pub hidden: usize,
    /// Whether inputs are connected with outputs directly.
    pub direct: bool,
    /// Whether the square that the last move went to is an input.
    pub previous: bool,
}

/// A map that cannot be.
#[derive(Clone, Debug, PartialEq)]
pub enum MapError {
    /// A word that stands for nothing: of what kind, what there is, what was found.
    Word(&'static str, &'static [&'static str], String),
    /// Too many hidden units.
    Hidden(usize),
    /// Neither hidden units nor direct connections.
    Empty,
    /// With moves in the input and no hidden unit, the position would not matter.
    Blind,
    /// Another number of weights.
    Size {
        /// How many the shape has.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A weight that is no finite number, or too large to be used in a search.
    Weight {
        /// Its number.
        index: usize,
        /// Its value.
        value: f32,
    },
    /// The size of a feature that is not above 0.
    Scale {
        /// Its number.
        feature: usize,
        /// Its value.
        value: f32,
    },
    /// The map is of another game.
    Game {
        /// The game that is played.
        expected: &'static str,
        /// The game of the map.
        found: String,
    },
    /// On-line learning changes outputs, of which moves in the input have but one.
    Online,
}

impl fmt::Display for MapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(what, known, found) => {
                write!(f, "{what}: expected one of {}, found {found:?}", known.join(", "))
            }
            Self::Hidden(found) => {
                write!(f, "hidden: expected at most {MAX_HIDDEN} units, found {found}")
            }
            Self::Empty => {
                write!(f, "map: expected hidden units or direct connections, found neither")
            }
            Self::Blind => {
                write!(f, "map: expected hidden units with the encoding mei, found none")
            }
            Self::Size { expected, found } => {
                write!(f, "map: expected {expected} weights for its shape, found {found}")
            }
            Self::Weight { index, value } => {
                write!(f, "map: expected finite weights of moderate size, found {value} at {index}")
            }
            Self::Scale { feature, value } => {
                write!(f, "map: expected sizes of features above 0, found {value} at {feature}")
            }
            Self::Game { expected, found } => {
                write!(f, "ordering: expected a map of {expected}, found one of {found}")
            }
            Self::Online => {
                write!(f, "online: expected a map with the encoding meos or meoc, found mei")
            }
        }
    }
}

impl std::error::Error for MapError {}

/// Where the weights of a network lie, one part behind the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Biases of the hidden units.
    pub hidden_bias: Range<usize>,
    /// For each input, the weights to all hidden units.
    pub hidden: Range<usize>,
    /// Biases of the outputs.
    pub output_bias: Range<usize>,
    /// For each output, the weights from all hidden units.
    pub output: Range<usize>,
    /// For each output, the weights from all inputs.
    pub direct: Range<usize>,
    /// For each feature of the evaluation its usual size; these are measured, not learnt.
    pub sizes: Range<usize>,
}

impl Shape {
    /// Checks that there can be such a network.
    ///
    /// # Errors
    /// If there cannot.
    pub fn check(&self) -> Result<(), MapError> {
        if self.hidden > MAX_HIDDEN {
            return Err(MapError::Hidden(self.hidden));
        }
        if self.hidden == 0 && !self.direct {
            return Err(MapError::Empty);
        }
        if self.hidden == 0 && self.encoding == Encoding::Mei {
            return Err(MapError::Blind);
        }
        Ok(())
    }

    /// Inputs for the men on the board.
    pub(super) fn n_men_inputs(&self) -> usize {
        let planes = if self.inputs == Inputs::Board { 1 } else { 2 };
        planes * self.geometry.kinds * SQUARES
    }

    /// The input that says whose turn it is, if there is one.
    pub(super) fn turn_input(&self) -> Option<usize> {
        (self.inputs == Inputs::Board).then(|| self.n_men_inputs())
    }

    /// The first of the inputs for the square that the last move went to.
    pub(super) fn previous_input(&self) -> usize {
        self.n_men_inputs() + usize::from(self.inputs == Inputs::Board)
    }

    /// The first of the inputs for the features of the evaluation.
    pub(super) fn feature_input(&self) -> usize {
        self.previous_input() + if self.previous { SQUARES } else { 0 }
    }

    /// Inputs for the features of the evaluation.
    pub fn n_features(&self) -> usize {
        if self.inputs == Inputs::Features { self.geometry.n_features } else { 0 }
    }

    /// The first of the inputs that tell a move.
    pub(super) fn move_input(&self) -> usize {
        self.feature_input() + self.n_features()
    }

    /// All inputs.
    pub fn n_inputs(&self) -> usize {
        self.move_input() + if self.encoding == Encoding::Mei { MOVE_UNITS } else { 0 }
    }

    /// All outputs.
    pub fn n_outputs(&self) -> usize {
        match self.encoding {
            Encoding::Mei => 1,
            Encoding::Meos if self.geometry.places => SQUARES,
            Encoding::Meos => SQUARES * SQUARES,
            Encoding::Meoc => 2 * SQUARES,
        }
    }

    /// All weights, with the sizes of features behind them.
    pub fn n_weights(&self) -> usize {
        self.layout().sizes.end
    }

    pub(super) fn layout(&self) -> Layout {
        let (inputs, outputs) = (self.n_inputs(), self.n_outputs());
        let mut end = 0;
        let mut part = |size: usize| {
            let start = end;
            end += size;
            start..end
        };
        Layout {
            hidden_bias: part(self.hidden),
            hidden: part(inputs * self.hidden),
            output_bias: part(outputs),
            output: part(outputs * self.hidden),
            direct: part(if self.direct { outputs * inputs } else { 0 }),
            sizes: part(self.n_features()),
        }
    }

    /// A square as the side to move sees it.
    #[inline]
    pub(super) fn seen(&self, view: Side, square: u8) -> u8 {
        let turned = self.inputs != Inputs::Board && self.geometry.has_direction;
        if turned && view == Side::Second { square ^ 0o70 } else { square }
    }

    /// The input of a man, and whether it counts as -1.
    #[inline]
    pub(super) fn man(&self, view: Side, kind: usize, owner: Side, square: u8) -> (usize, bool) {
        let square = usize::from(self.seen(view, square));
        match self.inputs {
            Inputs::Board => (kind * SQUARES + square, owner == Side::Second),
            Inputs::Mover | Inputs::Features => {
                let plane = if owner == view { 0 } else { self.geometry.kinds };
                ((plane + kind) * SQUARES + square, false)
            }
        }
    }

    /// The inputs that tell a move between squares as seen; only of the encoding MEI.
    #[inline]
    pub(super) fn move_units(&self, from: u8, to: u8) -> [usize; 4] {
        let [from, to] = [from, to].map(usize::from);
        let first = self.move_input();
        [first + from % 8, first + 8 + from / 8, first + 16 + to % 8, first + 24 + to / 8]
    }

    /// The two outputs whose mean is a move's score, for squares as seen; mostly it is the same twice.
    #[inline]
    pub(super) fn outputs_of(&self, from: u8, to: u8) -> [usize; 2] {
        let [from, to] = [from, to].map(usize::from);
        match self.encoding {
            Encoding::Mei => [0, 0],
            Encoding::Meos if self.geometry.places => [to, to],
            Encoding::Meos => [from * SQUARES + to; 2],
            Encoding::Meoc => [from, SQUARES + to],
        }
    }
}
