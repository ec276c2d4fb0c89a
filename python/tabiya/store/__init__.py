"""The store: results that outlive the process that made them."""

from tabiya.store._checksum import check_row, checksum
from tabiya.store._claim import OnWait, claim_path
from tabiya.store._database import Database, open_database
from tabiya.store._place import StoreError, is_url, without_passwords
from tabiya.store._schema import metadata

__all__ = [
    "Database",
    "OnWait",
    "StoreError",
    "check_row",
    "checksum",
    "claim_path",
    "is_url",
    "metadata",
    "open_database",
    "without_passwords",
]
