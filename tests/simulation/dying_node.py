"""Plays many games on a real cluster of two nodes and kills one of them in mid-run.

A program of its own, since Ray leaves processes behind that a test run would complain about.
Prints how many games were played before and after, and whether all is as in one process.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from spieltisch import games
from spieltisch.simulation.arena import Contest, play
from spieltisch.simulation.jobs import Job
from spieltisch.simulation.runners import run


def main(count: int) -> int:
    key = next(key for key, card in games.cards().items() if 2 in card.players)
    job = Job(key, 2, ("greedy", "random"), {}, 5, 0, count)
    contest = Contest(key, job.bots, 2, 40)
    here = [played for batch in run(job) for played in batch]
    nodes: Any = import_module("ray.cluster_utils").Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1}
    )
    victim = nodes.add_node(num_cpus=1)
    there: list[Any] = []
    killed = 0
    for batch in run(job, ray=nodes.address):
        there += batch
        if not killed:
            nodes.remove_node(victim, allow_graceful=False)
            killed = len(there)
    print(f"a node died after {killed} of {len(there)} games; identical: {there == here}")
    contests = [list(play(contest, [], 1, ray)) for ray in (None, nodes.address)]
    print(
        f"a contest of {sum(map(len, contests[0]))} games; identical: {contests[0] == contests[1]}"
    )
    nodes.shutdown()
    return 0 if there == here and contests[0] == contests[1] and 0 < killed < count else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
