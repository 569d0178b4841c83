"""How files get names that change with their content."""

from __future__ import annotations

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage

# An import or a re-export at the beginning of a line, over as many lines as its names take.
IMPORTS = (
    (
        r"""(?m)^(?P<matched>(?P<head>(?:import|export)\b(?:[^'";]*?\bfrom\b)?\s*)"""
        r"""["'](?P<url>\.{1,2}/[^"']+)["'])"""
    ),
    '%(head)s"%(url)s"',
)


class HashedFiles(ManifestStaticFilesStorage):
    """Hash every file, and rewrite the imports of our ES modules to the hashed names.

    Without the second half a browser would mix old and new modules after a deploy. Django can do
    it by itself (``support_js_module_import_aggregation``), but then it also follows the types in
    comments, ``import("./state.js").State``, which make circles where the code has none, and the
    scripts of other packages.
    """

    patterns = (*ManifestStaticFilesStorage.patterns, ("js/*.js", (IMPORTS,)))
    # A pass settles the names of one more level of imports; a circle of imports never settles.
    max_post_process_passes = 40
