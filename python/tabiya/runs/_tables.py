"""The tables of tunings, in the spirit of Gomboc 2004, Figure 3.

A base vector is kept whole, a test vector by what differs from its base. A piece of work is a
vector and what it is measured on; it is reserved by a worker, and done when its value is there.
"""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    String,
    Table,
    UniqueConstraint,
)

from tabiya.store import metadata

ANALYSTS = Table(
    "tuning_analysts",
    metadata,
    Column("id", Integer, primary_key=True),
    # Who assesses positions, and how hard: "static", "search, 1,024 nodes", "toga2, depth 5".
    Column("name", String, nullable=False, unique=True),
)

PROBLEMS = Table(
    "tuning_problems",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String, nullable=False, unique=True),
    Column("analyst", ForeignKey(ANALYSTS.c.id), nullable=False),
    # All that the numbers depend on: data, weights, analyst, tuner and its constants, seed.
    Column("settings", JSON, nullable=False),
)

WORKERS = Table(
    "tuning_workers",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String, nullable=False, unique=True),
)

VECTORS = Table(
    "tuning_vectors",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("problem", ForeignKey(PROBLEMS.c.id), nullable=False),
    Column("key", String, nullable=False),
    Column("is_base", Boolean, nullable=False),
    Column("base", ForeignKey("tuning_vectors.id")),
    # A base vector: all values in order. A test vector: the values that differ, by their place.
    Column("content", JSON, nullable=False),
    UniqueConstraint("problem", "key"),
)

WORK = Table(
    "tuning_work",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("problem", ForeignKey(PROBLEMS.c.id), nullable=False),
    Column("key", String, nullable=False),
    Column("vector", ForeignKey(VECTORS.c.id), nullable=False),
    Column("view", JSON, nullable=False),
    Column("worker", ForeignKey(WORKERS.c.id)),
    Column("value", Float),
    Column("checksum", BigInteger),
    UniqueConstraint("problem", "key"),
)

HISTORY = Table(
    "tuning_history",
    metadata,
    Column("problem", ForeignKey(PROBLEMS.c.id), primary_key=True),
    Column("iteration", Integer, primary_key=True),
    Column("base", ForeignKey(VECTORS.c.id), nullable=False),
    Column("outcome", JSON, nullable=False),
    Column("state", JSON, nullable=False),
    Column("checksum", BigInteger, nullable=False),
)
