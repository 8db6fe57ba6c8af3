"""Takes the shell commands out of CI files.

usage: scripts.py FILE DIRECTORY    writes each command of FILE as a script into DIRECTORY
"""

import pathlib
import sys

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, TaggedScalar

source, directory = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
yaml = YAML()
yaml.constructor.add_constructor(
    "!reference", lambda loader, node: ["#" + node.value[0].value]
)
document = yaml.load(source.read_text())


def commands(node, key=None):
    if isinstance(node, dict):
        for key, value in node.items():
            if isinstance(value, str) and key == "run":
                yield value
            elif key in ("script", "before_script", "after_script"):
                # All lines of a GitLab job run in one shell.
                yield "\n".join(line for line in value if isinstance(line, str))
            else:
                yield from commands(value)
    elif isinstance(node, list):
        for value in node:
            yield from commands(value)


found = list(commands(document))
if not found:
    sys.exit(f"error: {source}: it has no commands")
for number, command in enumerate(found):
    if "${{" in command:
        # What stands there is put into the script before the shell reads it: text from outside could be
        # code. It belongs into env.
        sys.exit(f"error: {source}: an expression in a command: {command}")
    (directory / f"{source.stem}-{number}.sh").write_text(
        f"#!/usr/bin/env bash\nset -e\n{command}\n"
    )
