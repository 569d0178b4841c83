"""Every file that a template names is there: one that is not would take its page down."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import override_settings

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


def test_scripts_import_each_other_by_names_that_change_with_their_content(
    tmp_path: Path,
) -> None:
    hashed = {**settings.STORAGES, "staticfiles": {"BACKEND": "config.staticfiles.HashedFiles"}}
    with override_settings(STORAGES=hashed, STATIC_ROOT=tmp_path):
        call_command("collectstatic", verbosity=0, interactive=False)
    names = json.loads((tmp_path / "staticfiles.json").read_text())["paths"]
    ours = [name for name in names if name.startswith("js/") and name.endswith(".js")]
    assert ours
    for name in ours:
        text = (tmp_path / names[name]).read_text()
        plain = (settings.BASE_DIR / "static" / name).read_text()
        assert len(text.splitlines()) == len(plain.splitlines())
        for target in re.findall(r"""(?:from|import)\s*["'](\.[^"']+)["']""", text):
            assert re.search(r"\.[0-9a-f]{12}\.js$", target), f"{name} imports {target}"
            assert (tmp_path / name).parent.joinpath(target).exists()
