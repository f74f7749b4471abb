"""`spieltisch site DIR`: everything in a folder that any file server can hold."""

from __future__ import annotations

import argparse

from spieltisch.site.write import write


def site(args: argparse.Namespace) -> int:
    found = write(args.folder)
    size = sum(path.stat().st_size for path in found)
    print(f"{args.folder}: {len(found)} files, {size / 1e6:.1f} MB")
    print(f"Try it: python -m http.server --directory {args.folder} 8080")
    return 0
