"""What those have in common that read what was exported."""

import sys


def check(what, found, expected):
    if found != expected:
        sys.exit(f"error: {what}: found {found!r}, expected {expected!r}")


def known(message, path):
    """No field has a number that its schema doesn't know."""
    for field, value in message.ListFields():
        if field.type == field.TYPE_MESSAGE:
            for part in value if field.is_repeated else [value]:
                known(part, f"{path}.{field.name}")
    # What isn't known is written as it came.
    copy = type(message)()
    copy.CopyFrom(message)
    copy.DiscardUnknownFields()
    check(f"{path}: bytes of unknown fields", message.ByteSize() - copy.ByteSize(), 0)
