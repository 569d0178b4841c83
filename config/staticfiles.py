"""How files get names that change with their content."""

from __future__ import annotations

from typing import Final

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage

_FILES, _PATTERNS = ManifestStaticFilesStorage._js_module_import_aggregation_patterns  # noqa: SLF001

DYNAMIC_IMPORT: Final = "import("


class HashedFiles(ManifestStaticFilesStorage):
    """Hash every file, and rewrite the imports of ES modules to the hashed names.

    Without the second half a browser would mix old and new modules after a deploy.
    """

    support_js_module_import_aggregation = True
    # `import("./x.js").T` is how a comment names a type here, and the site has no other use for it. Followed like an import,
    # two modules that know each other's types would be a circle that never settles.
    _js_module_import_aggregation_patterns = (
        _FILES,
        tuple(pattern for pattern in _PATTERNS if not pattern[1].startswith(DYNAMIC_IMPORT)),
    )
    # Each pass settles the names one step further up the chain of imports; the table's is ten deep.
    max_post_process_passes = 20
