"""Who is at the table."""

from uuid import UUID


def seen(match_id: UUID, user_id: int) -> None:
    """Note that a seat holder's page is alive; quietly nothing for anybody else. Cheap enough for every ping."""
    raise NotImplementedError
