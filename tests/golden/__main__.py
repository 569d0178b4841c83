"""Make the goldens and perft counts of rule sets that have none: ``python -m tests.golden``.

An existing file is never touched: a changed behaviour is a new revision with files of its own.
"""

from pathlib import Path

from games.engine.rulesets import RULESETS
from tests.golden import MATCHES, golden_file, golden_text, perft_file, perft_text


def write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    print(f"made {path.name}")


def main() -> None:
    for rules in RULESETS.values():
        for seats, seed in MATCHES:
            if not (path := golden_file(rules, seats, seed)).exists():
                write(path, golden_text(rules, seats, seed))
        if not (path := perft_file(rules)).exists():
            write(path, perft_text(rules))


if __name__ == "__main__":
    main()
