"""Files: written beside and renamed, and with checksums that tell of damage."""

from tabiya.files._arrays import read_arrays, save_arrays
from tabiya.files._beside import beside, is_alive, write_beside
from tabiya.files._nested import parse_json
from tabiya.files._seal import KEY as SEAL_KEY
from tabiya.files._seal import OPEN as OPEN_SEAL
from tabiya.files._seal import check_seal, seal
from tabiya.files._stream import TruncatedError, read_pieces
from tabiya.files._template import fill_template
from tabiya.files._toml import read_origin, read_toml, sealed, toml_text

__all__ = [
    "OPEN_SEAL",
    "SEAL_KEY",
    "TruncatedError",
    "beside",
    "check_seal",
    "fill_template",
    "is_alive",
    "parse_json",
    "read_arrays",
    "read_origin",
    "read_pieces",
    "read_toml",
    "save_arrays",
    "seal",
    "sealed",
    "toml_text",
    "write_beside",
]
