"""Wrong messages and requests by the hundred thousand: `python -m bench.faults.fuzz --help`."""

from tests.server.fuzz import main

if __name__ == "__main__":
    raise SystemExit(main())
