"""Tests in KLEE's format, made by hand."""
import struct


def encode(objects, arguments=("program",), magic=b"KTEST", version=3):
    """The bytes of a .ktest file with these objects, pairs of a name and its bytes."""
    def piece(data):
        return struct.pack(">I", len(data)) + data
    content = magic + struct.pack(">II", version, len(arguments)) + b"".join(piece(word.encode()) for word in arguments)
    if version >= 2:
        content += struct.pack(">II", 0, 0)
    return content + struct.pack(">I", len(objects)) + b"".join(piece(name.encode()) + piece(data) for name, data in objects)


def integer(value, size=4):
    """A number in the target's order of bytes."""
    return (value % (1 << 8 * size)).to_bytes(size, "little")
