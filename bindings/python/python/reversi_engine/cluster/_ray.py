"""The cluster of Ray: whether it can be reached, how many CPUs it has, and whether it holds the tables."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Optional

from reversi_engine import ArgumentError, ReversiError, RequestError

#: How long an address has to answer.
PATIENCE = 5.0
#: The greeting of a server of gRPC, such as Ray's. It answers by a frame of the same kind.
_GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])


class ClusterError(ReversiError, RuntimeError):
    """A run that could not answer all positions. What is answered is kept, and the same call goes on with
    it."""


def _check_address(address: str) -> None:
    """Refuses an address at which no Ray answers: Ray would try for 80 seconds, and end the process."""
    if not isinstance(address, str):
        message = f"address must be auto or HOST:PORT, not {address!r}"
        raise ArgumentError(message, code="wrong-type", field="address")
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal():
        message = f"address must be auto or HOST:PORT, not {address!r}"
        raise RequestError(message, code="out-of-range", field="address")
    failure = "nothing there speaks as Ray does"
    try:
        with socket.create_connection((host.strip("[]"), int(port)), PATIENCE) as connection:
            connection.settimeout(PATIENCE)
            if os.environ.get("RAY_USE_TLS", "0") != "0":
                return
            connection.sendall(_GREETING)
            if connection.recv(9)[3:4] == _GREETING[-6:-5]:
                return
    except (OSError, OverflowError) as error:
        failure = getattr(error, "strerror", None) or str(error)
    raise _unreachable(address, failure)


def _unreachable(address: Optional[str], why: object) -> ClusterError:
    message = f"no cluster can be reached at {address!r}: {why}" if address else f"Ray does not start: {why}"
    return ClusterError(message, code="cluster-failed", field="address" if address else None)


def _address_of_auto() -> Optional[str]:
    """Returns the cluster that was started last on this machine. It need not be there any more."""
    try:
        file = Path(os.environ.get("RAY_TMPDIR", "/tmp"), "ray", "ray_current_cluster")
        return os.environ.get("RAY_ADDRESS") or file.read_text().strip()
    except (OSError, ValueError):
        return None


def check_memory(hash_mib: int, nodes: list[dict[str, Any]], workers: int) -> None:
    """Refuses a table that the memory of a machine cannot hold once for each of its workers."""
    for node in nodes:
        resources = node["Resources"] if node["Alive"] else {}
        here = min(workers, int(resources.get("CPU", 0)))
        most = int(resources.get("memory", 0)) // max(1, here) >> 20
        if here and hash_mib > most:
            host = node["NodeManagerHostname"]
            message = f"hash_mib must be 1 to {most}, as {host} has up to {here} workers, not {hash_mib}"
            raise ClusterError(message, code="hash-too-large", field="hash_mib")


@contextmanager
def cluster(address: Optional[str], workers: Optional[int], hash_mib: Optional[int]) -> Iterator[int]:
    """Returns Ray, and how many CPUs it has."""
    try:
        import ray
    except ImportError as error:
        raise ImportError(
            "reversi_engine.cluster needs Ray: pip install 'reversi-engine[cluster]'"
        ) from error
    ours = not ray.is_initialized()
    if ours:
        known = _address_of_auto() if address == "auto" else address
        if known not in (None, "", "auto", "local") and "://" not in str(known):
            _check_address(known)
        try:
            ray.init(address or "local", log_to_driver=False, num_cpus=None if address else workers)
        except (Exception, SystemExit) as error:  # Ray ends the process if a cluster does not answer
            raise _unreachable(address, error) from None
    try:
        resources: Mapping[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
        cpus = int(resources.get("CPU", 0))
        if not cpus and workers is None:
            raise ClusterError(
                f"the cluster {address or ''} has no CPU for a worker: join a machine, or say how many"
                " workers to wait for",
                code="cluster-failed",
            )
        if hash_mib is not None:
            check_memory(hash_mib, ray.nodes(), workers or cpus)  # type: ignore[no-untyped-call]
        yield cpus
    finally:
        if ours:
            ray.shutdown()
