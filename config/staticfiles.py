"""How files get names that change with their content."""

from __future__ import annotations

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class HashedFiles(ManifestStaticFilesStorage):
    """Hash every file, and rewrite the imports of ES modules to the hashed names.

    Without the second half a browser would mix old and new modules after a deploy.
    """

    support_js_module_import_aggregation = True
    # Each pass settles the names one step further up the chain of imports; the table's is ten deep.
    max_post_process_passes = 20
