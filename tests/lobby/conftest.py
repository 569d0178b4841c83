"""People to sit down with."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User

NAMES = ("Sara", "Omar", "Layla", "Karim", "Huda", "Yazan")


@pytest.fixture
def people(db: None) -> list[User]:
    return [
        User.objects.create_user(username=name, password="Jasmine-and-olive-7") for name in NAMES
    ]


@pytest.fixture
def sign_in() -> Callable[[User], Client]:
    def client_of(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return client_of
