"""Many positions or games on many machines, by Ray: nothing lost, nothing twice, every number
reproducible.

    pip install 'reversi-engine[cluster]'
    python -m reversi_engine.cluster solve positions.obf solved/

The positions of a file are answered by one process a core, on this machine or on all machines of a Ray
cluster, and written to a folder of Parquet files that every machine sees. The folder is the checkpoint:
the same call again answers what is missing, and nothing else. Each position is searched by one thread with
a fresh hash table, so its answer and its number of nodes depend on nothing but the position, the question
and the version: neither on the number of machines nor on what has failed meanwhile. The exceptions are
questions with a limit of time.

| Module | What is in it |
|---|---|
| `_keys` | positions and games as bytes that can be sorted and searched |
| `_positions` | reads them: Parquet, CSV, any notation |
| `_estimate` | the expected seconds of a position or game, the size of a hash table |
| `_bundles` | positions or games as bundles of about a second: the tasks |
| `_worker` | answers the bundles; lives as long as the run |
| `_output` | the folder of results: rows, files, what is damaged, the join with an input |
| `_ray` | the cluster: whether it can be reached, and holds the tables |
| `_run` | plans what is missing and has Ray Data work it off, in rounds |
"""

from __future__ import annotations

from ._output import DamagedFileError, read_results
from ._positions import read_positions
from ._ray import ClusterError
from ._run import Progress, Report, ask_dataset, check_dataset, solve_dataset

__all__ = [
    "ClusterError",
    "DamagedFileError",
    "Progress",
    "Report",
    "ask_dataset",
    "check_dataset",
    "read_positions",
    "read_results",
    "solve_dataset",
]
