"""Every file that a template names is there: one that is not would take its page down."""

import re

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

NAMED = re.compile(r"""\{%\s*static\s+["']([^"']+)["']""")
PAIRS = sorted(
    {
        (str(path.relative_to(settings.BASE_DIR)), name)
        for path in (settings.BASE_DIR / "templates").rglob("*.html")
        for name in NAMED.findall(path.read_text())
    }
)


@pytest.mark.parametrize(("template", "name"), PAIRS)
def test_a_file_that_a_template_names_is_there(template: str, name: str) -> None:
    assert finders.find(name), f"{template} names {name}"
