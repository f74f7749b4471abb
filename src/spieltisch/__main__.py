"""`python -m spieltisch` is the same as `spieltisch`."""

from spieltisch.cli import main

raise SystemExit(main())
