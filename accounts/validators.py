"""The sentences for what :mod:`accounts.names` refuses, and the validator of the name field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.names import Fault, InvalidName, is_reserved, normalise

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

SENTENCES: Final[dict[Fault, _StrPromise]] = {
    Fault.FORBIDDEN_CHARACTER: _(
        "A name may hold letters, digits, single spaces and . _ - and nothing else."
    ),
    Fault.TOO_SHORT: _("A name needs at least 3 characters."),
    Fault.TOO_LONG: _("A name may have 20 characters at most."),
    Fault.TOO_MANY_MARKS: _("A letter may carry two marks at most, and a mark needs a letter."),
    Fault.SEPARATOR: _("Spaces, dots and dashes stand alone between two letters or digits."),
    Fault.NO_LETTER: _("A name needs a letter."),
    Fault.MIXED_SCRIPTS: _("Write the name in one alphabet."),
    Fault.MIXED_DIGITS: _("Write all digits of the name in one way, the way of its alphabet."),
}
RESERVED_SENTENCE: Final = _("This name belongs to the house. Choose another one.")


def validate_name(value: str) -> None:
    """Refuse a name that cannot be shown safely; raise ``ValidationError`` with the reason."""
    name_or_refusal(value)


def name_or_refusal(value: str) -> str:
    """Give the form of a name that is stored; raise ``ValidationError`` with the reason."""
    try:
        return normalise(value)
    except InvalidName as refusal:
        raise ValidationError(SENTENCES[refusal.fault], code=refusal.fault.value) from None


def refuse_reserved(name: str) -> None:
    """Refuse a name that would pass for the house or its staff."""
    if is_reserved(name):
        raise ValidationError(RESERVED_SENTENCE, code="reserved")
