"""Suspending and letting back in: what moderators do, in the admin and from the shell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from accounts.models import Suspension
from accounts.revoke import sign_out_everywhere

if TYPE_CHECKING:
    from datetime import datetime

    from accounts.models import User


@transaction.atomic
def suspend(user: User, *, by: User | None, reason: str, until: datetime | None) -> Suspension:
    """Keep ``user`` out until ``until`` (None: until lifted); sessions and sockets end at once."""
    row = Suspension.objects.create(user=user, by=by, reason=reason, until=until)
    sign_out_everywhere(user.pk)
    return row


def lift(suspension: Suspension, *, by: User | None) -> None:
    """Let somebody back in; the row stays as a record. Lifting twice changes nothing."""
    Suspension.objects.filter(pk=suspension.pk, lifted_at=None).update(
        lifted_at=timezone.now(), lifted_by=by
    )
