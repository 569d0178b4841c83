"""Print `docs/protocol.md`, or with `--schema` the JSON Schema of all messages."""

import json
import sys

from games.wire.page import json_schema, protocol_page

if __name__ == "__main__":
    if "--schema" in sys.argv[1:]:
        print(json.dumps(json_schema(), indent=1))
    else:
        print(protocol_page(), end="")
