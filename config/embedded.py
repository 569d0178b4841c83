"""PostgreSQL and Valkey for one machine, kept in ``var/``."""

from __future__ import annotations
