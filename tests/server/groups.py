"""Which tests run in the same worker, so that each kind of server is started once per run."""

from __future__ import annotations

from xdist.scheduler import LoadScopeScheduling

# One worker is busy with the tests of the first server while the other one sees to the rest.
GROUPS = {
    "tests/server/test_absence.py": "brief",
    "tests/server/test_durable.py": "brief",
    "tests/server/test_fuzz.py": "brief",
    "tests/server/http/test_bounded.py": "hasty",
    "tests/server/socket/test_bounded.py": "hasty",
    "tests/server/http/test_hosts.py": "server",
    "tests/server/test_cluster.py": "postgres",
    "tests/server/test_logs.py": "postgres",
    "tests/server/test_silence.py": "postgres",
    "tests/store/test_backup.py": "postgres",
    "tests/store/test_store.py": "postgres",
    "tests/server/http/test_bad_input.py": "server",
    "tests/server/test_host.py": "server",
    "tests/server/test_names.py": "server",
    "tests/server/test_old_rules.py": "server",
    "tests/server/http/test_openapi.py": "server",
    "tests/server/http/test_pages.py": "server",
    "tests/server/test_secrets.py": "server",
    "tests/server/test_tables.py": "server",
    "tests/server/test_turns.py": "server",
}


class Together(LoadScopeScheduling):  # type: ignore[misc]
    """Like xdist's `load`, but a group stays together."""

    def _split_scope(self, nodeid: str) -> str:
        return GROUPS.get(nodeid.partition("::")[0], nodeid)
