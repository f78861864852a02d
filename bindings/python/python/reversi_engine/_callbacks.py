"""Callbacks, checked before a call begins. The compiled half asks too."""

from __future__ import annotations

import inspect
from typing import Any

from ._errors import ArgumentError

__all__ = ["check_callback"]


def check_callback(name: str, callback: Any) -> None:
    """Refuses a callback that cannot take one argument. Accepts one that does not tell its signature."""
    found = None
    if not callable(callback):
        found = repr(callback) if callback is None else f"an object of type {type(callback).__name__}"
    elif inspect.iscoroutinefunction(callback):
        found = "a coroutine function"
    else:
        try:
            signature = inspect.signature(callback)
        except (TypeError, ValueError):
            return
        try:
            signature.bind(None)
        except TypeError:
            found = f"one with the arguments {signature}"
    if found is not None:
        message = f"{name} must be a function of one argument, not {found}"
        raise ArgumentError(message, code="wrong-type", field=name)
