"""Every page renders in both languages, without inline style or script, with the way past the header first."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from allauth.account.forms import LoginForm, ResetPasswordForm, SignupForm
from django.contrib import messages
from django.template.loader import get_template
from django.utils import translation

from tests.look.contexts import NOBODY, PAGES, PERSON

if TYPE_CHECKING:
    from tests.look.conftest import Render

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SCRIPTS = sorted((ROOT / "static" / "js").rglob("*.js"))
LANGUAGES = ("en", "ar")
INLINE = re.compile(
    r"<style|\sstyle\s*=|\son[a-z]+\s*=|javascript:|<script(?![^>]*\bsrc=)(?![^>]*application/json)",
    re.IGNORECASE,
)
CASES = [(name, i) for name, contexts in PAGES.items() for i in range(len(contexts))]
FRAMED = [name for name in PAGES if "/_" not in name]


class Reader(HTMLParser):
    """Collects what the tests ask about a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def all(self, *names: str) -> list[dict[str, str | None]]:
        return [attrs for tag, attrs in self.tags if tag in names]

    def classes(self) -> set[str]:
        return {word for _, attrs in self.tags for word in (attrs.get("class") or "").split()}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda p: str(p.relative_to(ROOT / "templates")))
def test_a_template_compiles_and_holds_nothing_inline(path: Path) -> None:
    get_template(str(path.relative_to(ROOT / "templates")))
    assert not INLINE.search(re.sub(r"{#.*?#}|{%.*?%}", "", path.read_text(encoding="utf-8")))


def test_the_search_for_inline_code_finds_it() -> None:
    for bad in (
        '<p style="x">',
        "<style>",
        '<b onclick="x">',
        "<script>x",
        '<a href="javascript:x">',
    ):
        assert INLINE.search(bad)
    assert not INLINE.search('<script type="module" src="x"></script><p class="style">')


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda p: str(p.relative_to(ROOT / "templates")))
def test_htmx_is_asked_for_nothing_that_needs_eval(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r'hx-trigger="[^"]*\[|hx-on|hx-vals="js:|hx-vars', text)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda p: p.name)
def test_a_script_sets_no_style_attribute_and_no_markup(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(
        r"""setAttribute\(\s*["']style|\.innerHTML|\.outerHTML|insertAdjacentHTML|cssText|\beval\(""",
        text,
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "number"), CASES, ids=str)
def test_a_page_renders(render: Render, name: str, number: int, language: str) -> None:
    text = render(
        name, PAGES[name][number], user=PERSON if number == 0 else NOBODY, language=language
    )
    page = Reader(text)
    assert not INLINE.search(text)
    assert "{%" not in text
    assert "{{" not in text
    ids = [attrs["id"] for _, attrs in page.tags if attrs.get("id")]
    assert len(ids) == len(set(ids))
    if name in FRAMED:
        assert page.all("html")[0]["lang"] == language
        assert page.all("html")[0]["dir"] == ("rtl" if language == "ar" else "ltr")
        assert page.all("a", "button", "input")[0]["class"] == "skip"
        assert page.all("a")[0]["href"] == "#main"
        assert [attrs["id"] for attrs in page.all("main")] == ["main"]
        assert len(page.all("h1")) == 1
        assert len(re.findall("btn-primary", text)) <= 1, "one saffron button a view"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", ["400", "403", "403_csrf", "404", "429", "500"])
def test_an_error_page_needs_nothing(code: str, language: str) -> None:
    with translation.override(language):
        text = get_template(f"{code}.html").render()
    assert f'lang="{language}"' in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_of_the_door_render(render: Render, language: str) -> None:
    pages: list[tuple[str, dict[str, Any]]] = [
        ("account/signup.html", {"form": SignupForm(), "login_url": "/in/"}),
        ("account/login.html", {"form": LoginForm(), "signup_url": "/up/"}),
        ("account/logout.html", {}),
        ("account/password_reset.html", {"form": ResetPasswordForm()}),
        ("account/password_reset_done.html", {}),
        ("account/password_reset_from_key.html", {"token_fail": True}),
        ("account/password_reset_from_key_done.html", {}),
        ("account/email_change.html", {"form": ResetPasswordForm()}),
        ("account/account_inactive.html", {}),
        ("account/signup_closed.html", {}),
        ("mfa/authenticate.html", {"form": ResetPasswordForm(), "MFA_SUPPORTED_TYPES": ["totp"]}),
        (
            "mfa/totp/activate_form.html",
            {"form": ResetPasswordForm(), "totp_svg_data_uri": "data:"},
        ),
        ("account/reauthenticate.html", {"form": ResetPasswordForm()}),
    ]
    for name, context in pages:
        text = render(name, context, user=NOBODY, language=language)
        assert not INLINE.search(text), name
        page = Reader(text)
        assert page.all("a")[0]["class"] == "skip", name
        assert len(page.all("h1")) == 1, name
        labels = {attrs.get("for") for attrs in page.all("label")}
        for attrs in page.all("input"):
            if attrs["type"] not in {"hidden", "checkbox", "radio"}:
                assert attrs["id"] in labels, (name, attrs)


def test_a_wrong_field_says_so_beside_itself(render: Render) -> None:
    form = LoginForm({"login": "", "password": ""})
    form.fields["login"].help_text = "As you wrote it."
    assert not form.is_valid()
    page = Reader(render("account/login.html", {"form": form}, user=NOBODY))
    login = next(attrs for attrs in page.all("input") if attrs.get("name") == "login")
    assert login["aria-invalid"] == "true"
    ids = {attrs.get("id") for _, attrs in page.tags}
    assert set((login["aria-describedby"] or "").split()) <= ids
    assert "errline" in page.classes()


@pytest.mark.parametrize(
    ("cookies", "attribute", "value"),
    [
        ({"theme": "night"}, "data-theme", "night"),
        ({"theme": "noon"}, "data-theme", "noon"),
        ({"theme": '"><script>'}, "data-theme", None),
        ({}, "data-theme", None),
        ({"deck": "safe"}, "data-deck", "safe"),
        ({"deck": "five"}, "data-deck", None),
        ({"motion": "still"}, "data-motion", "still"),
    ],
)
def test_the_look_comes_from_the_cookie(
    render: Render, cookies: dict[str, str], attribute: str, value: str | None
) -> None:
    text = render("games/fairness.html", {}, user=NOBODY, cookies=cookies)
    assert Reader(text).all("html")[0].get(attribute) == value


def test_the_menu_logs_out_by_post_and_visitors_find_the_door(render: Render) -> None:
    mine = Reader(render("games/fairness.html", {}, user=PERSON))
    forms = {attrs["action"]: attrs["method"] for attrs in mine.all("form")}
    assert forms == {"/i18n/setlang/": "post", "/accounts/logout/": "post"}
    others = [
        attrs["href"] for attrs in Reader(render("games/fairness.html", {}, user=NOBODY)).all("a")
    ]
    assert {"/accounts/login/", "/accounts/signup/"} <= set(others)


@pytest.mark.parametrize(
    ("path", "href"), [("/", "/"), ("/history/", "/history/"), ("/fairness/", "/fairness/")]
)
def test_the_navigation_marks_where_one_is(render: Render, path: str, href: str) -> None:
    page = Reader(render("games/fairness.html", {}, user=PERSON, path=path))
    marked = [attrs["href"] for attrs in page.all("a") if attrs.get("aria-current") == "page"]
    assert marked == [href, href]


def test_messages_are_spoken_and_signed(render: Render) -> None:
    text = render(
        "games/fairness.html",
        {},
        user=NOBODY,
        messages=((messages.ERROR, "Not <b>yet</b>"), (messages.SUCCESS, "Kept")),
    )
    assert 'role="status"' in text
    assert "Not &lt;b&gt;yet&lt;/b&gt;" in text
    assert "#v-bad" in text
    assert "#v-ok" in text


@pytest.mark.parametrize(
    "payload", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "</title><b>"]
)
def test_names_and_titles_are_text(render: Render, payload: str) -> None:
    context = PAGES["games/match.html"][0]
    evil = {
        **context,
        "match": {**context["match"], "headline": payload, "title": payload},
        "standing": [{**row, "name": payload} for row in context["standing"]],
        "log": [{**entry, "name": payload} for entry in context["log"]],
    }
    assert payload not in render("games/match.html", evil, user=PERSON)


def test_every_class_in_a_page_has_a_rule() -> None:
    css = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "static" / "css").glob("*.css")
    )
    known = set(re.findall(r"\.([a-zA-Z][\w-]*)", css))
    used: set[str] = set()
    for path in TEMPLATES:
        text = re.sub(r"{%.*?%}|{{.*?}}", " ", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        used |= {word for found in re.findall(r'class="([^"]*)"', text) for word in found.split()}
    # words of state that have no look of their own, and what scripts look for
    assert used - known <= {"lost", "drawn", "resigned", "aborted", "playing", "lab", "seat-"}
