"""The store: results that outlive the process that made them."""

from tabiya.store._database import Database, StoreError, open_database
from tabiya.store._schema import metadata

__all__ = ["Database", "StoreError", "metadata", "open_database"]
