"""The catalogue as it stands in the sources, compiled before anybody asks for a word."""

from __future__ import annotations

from config.place import BASE
from config.translations import compile_all

compile_all(BASE / "locale")
