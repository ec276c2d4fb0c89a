"""Where the tables of all packages are listed."""

from sqlalchemy import MetaData

metadata = MetaData()
