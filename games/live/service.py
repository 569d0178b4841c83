"""THE DOOR: every change of a match comes through `execute` (architecture, section "The door, step by step")."""

from games.live.commands import Accepted, By, Command


def execute(command: Command, by: By) -> Accepted:
    """Make `command` happen on behalf of `by` and answer after the commit; raises Rejected, and then nothing has changed."""
    raise NotImplementedError
