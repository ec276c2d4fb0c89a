//! Every error of the core becomes a Python exception here; all are `ValueError`s.

use std::fmt::Display;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tabiya_core::by_name::SearchError;

create_exception!(tabiya, ParseNetworkError, PyValueError, "A text is not a neural network.");
create_exception!(
    tabiya,
    IllegalMoveError,
    PyValueError,
    "A text is not a legal move of the position."
);
create_exception!(
    tabiya,
    ParsePositionError,
    PyValueError,
    "A text is not a position of the game."
);
create_exception!(
    tabiya,
    GameOverError,
    PyValueError,
    "There is nothing to search in a finished game."
);

create_exception!(
    tabiya,
    DatabaseError,
    PyValueError,
    "A database of games cannot be opened, read or written."
);

/// A [`ParseNetworkError`].
pub fn network_error(error: impl Display) -> PyErr {
    ParseNetworkError::new_err(error.to_string())
}

/// A plain `ValueError` with the one line that the core wrote.
pub fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// An [`IllegalMoveError`].
pub fn illegal_move(error: impl Display) -> PyErr {
    IllegalMoveError::new_err(error.to_string())
}

/// A [`ParsePositionError`].
pub fn parse_position(error: impl Display) -> PyErr {
    ParsePositionError::new_err(error.to_string())
}

/// What a search refused to do.
pub fn search_error(error: SearchError) -> PyErr {
    match error {
        SearchError::Finished { .. } => GameOverError::new_err(error.to_string()),
        SearchError::Move(error) => illegal_move(error),
        SearchError::WrongGame { .. } | SearchError::NoMoves(_) | SearchError::Packed(_) => {
            value_error(error)
        }
    }
}

/// Puts the exceptions into the module.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("IllegalMoveError", py.get_type::<IllegalMoveError>())?;
    module.add("ParsePositionError", py.get_type::<ParsePositionError>())?;
    module.add("ParseNetworkError", py.get_type::<ParseNetworkError>())?;
    module.add("DatabaseError", py.get_type::<DatabaseError>())?;
    module.add("GameOverError", py.get_type::<GameOverError>())
}
