"""The database cache, where wrong passwords are counted, stands after ``migrate`` alone."""

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection


@pytest.mark.django_db(transaction=True)
def test_migrating_makes_the_table_of_the_cache() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE cache")
    call_command("migrate", verbosity=0)
    cache.set("tries", 5)
    assert cache.get("tries") == 5
