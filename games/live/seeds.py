"""Keep the seeds of deals unreadable until they are revealed: AES-256-GCM, bound to the match they belong to.

The key comes from FAIR_KEY, or from SECRET_KEY where none is set; SECRET_KEY_FALLBACKS still open what they sealed.
"""

import secrets
from typing import Final
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

_FORMAT: Final = b"\x01"
_NONCE: Final = 12


class SeedLost(Exception):
    """No key opens this seed any more."""


def fresh_seed() -> bytes:
    """Draw the top of a chain, S[L] (fairness spec, section 3)."""
    return secrets.token_bytes(32)


def seal(match_id: UUID, seed: bytes) -> bytes:
    """Encrypt a seed."""
    nonce = secrets.token_bytes(_NONCE)
    return _FORMAT + nonce + AESGCM(_keys()[0]).encrypt(nonce, seed, match_id.bytes)


def unseal(match_id: UUID, sealed: bytes) -> bytes:
    """Decrypt a seed; raises SeedLost."""
    if sealed[:1] == _FORMAT:
        nonce, text = sealed[1 : 1 + _NONCE], sealed[1 + _NONCE :]
        for key in _keys():
            try:
                return AESGCM(key).decrypt(nonce, text, match_id.bytes)
            except InvalidTag:
                continue
    raise SeedLost(str(match_id))


def _keys() -> list[bytes]:
    """Derive the keys, the one to seal with first."""
    own = [settings.FAIR_KEY] if settings.FAIR_KEY else []
    phrases = [*own, settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return [
        HKDF(algorithm=SHA256(), length=32, salt=None, info=b"jalsa seeds of deals").derive(
            phrase.encode()
        )
        for phrase in phrases
    ]
