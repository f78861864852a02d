"""Arguments of ``arrays``: contiguous arrays of the byte order of the machine, or an error in words."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ._errors import ArgumentError, ArrayError, RequestError

#: The number of a pass among moves.
PASS = 64
#: The types of sets of squares.
WORDS = (np.dtype(np.uint64), np.dtype(np.int64))


def wrong(name: str, expected: str, found: object) -> ArrayError:
    """Makes the error of an argument."""
    return ArrayError(f"{name} must be {expected}, not {found}", "bad-array", field=name)


def whole(name: str, value: Any, most: int) -> int:
    """Reads a whole number from 0 on."""
    if type(value) is int and 0 <= value <= most:
        return value
    expected = f"{name} must be 0 to {most}"
    try:
        number = operator.index(value)
    except TypeError:
        message = f"{expected}, not {value!r}"
        raise ArgumentError(message, "wrong-type", field=name) from None
    if not 0 <= number <= most:
        raise RequestError(f"{expected}, not {number}", "out-of-range", field=name)
    return number


def level(name: str, value: Any) -> int:
    """Reads a level of a search."""
    return whole(name, value, 60)


def threads(threads: int) -> int:
    """Reads a number of threads, 0 for all."""
    return whole("threads", threads, 2**32 - 1)


def shaped(name: str, array: NDArray[Any], shape: tuple[int | str, ...]) -> None:
    """Compares a shape with the expected one, in which texts stand for any length."""
    same = array.ndim == len(shape) and all(
        isinstance(expected, str) or found == expected for found, expected in zip(array.shape, shape)
    )
    if not same:
        text = ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "")
        raise wrong(name, f"an array of shape ({text})", array.shape)


def array_of(name: str, values: ArrayLike) -> NDArray[Any]:
    """Reads an array of NumPy. Objects with DLPack, such as tensors, are not copied."""
    if isinstance(values, np.ndarray) or not hasattr(values, "__dlpack__") or not hasattr(np, "from_dlpack"):
        try:
            return np.asarray(values)
        except (ValueError, TypeError, OverflowError) as error:
            raise wrong(name, "an array or rows of equal length", f"what NumPy refuses: {error}") from error
    try:
        return np.from_dlpack(values)  # type: ignore[arg-type, unused-ignore]
    except (BufferError, RuntimeError, TypeError, ValueError) as error:
        raise wrong(name, "an array in the memory of the CPU", f"one that DLPack refuses: {error}") from error


def contiguous(array: NDArray[Any]) -> NDArray[Any]:
    """Returns the array itself, or a copy where it is not contiguous, aligned and in the byte order of the
    machine.
    """
    if array.flags.c_contiguous and array.flags.aligned and array.dtype.isnative:
        return array
    native = array.astype(array.dtype.newbyteorder("="), copy=False)
    return np.require(native, requirements=["C", "A"])


def words(name: str, values: ArrayLike, shape: tuple[int | str, ...]) -> NDArray[Any]:
    """Sets of squares, contiguous, in the type that they have."""
    array = array_of(name, values)
    shaped(name, array, shape)
    if array.dtype.kind not in "ui" or array.dtype.itemsize != 8:
        raise wrong(name, "an array of uint64 or int64", array.dtype)
    return contiguous(array)


def boards(boards: ArrayLike, name: str = "boards") -> NDArray[Any]:
    """Returns boards, contiguous, in the type that they have."""
    return words(name, boards, ("n", 2))


def numbers(
    name: str, values: ArrayLike, shape: tuple[int | str, ...], most: int = PASS
) -> NDArray[np.uint8]:
    """Returns whole numbers from 0 to ``most``, contiguous. Of moves it may return some up to 255: the rules
    refuse these."""
    array = array_of(name, values)
    shaped(name, array, shape)
    if array.size == 0:
        return np.zeros(array.shape, np.uint8)
    if array.dtype.kind not in "ui":
        raise wrong(name, "an array of whole numbers", array.dtype)
    largest = 255 if most == PASS else most
    if array.dtype != np.uint8 or largest < 255:
        outside = (array < 0) | (array > largest)
        if outside.any():
            place = np.unravel_index(outside.argmax(), array.shape)
            at = ", ".join(str(int(index)) for index in place)
            message = f"{name}[{at}] must be 0 to {most}, not {array[place]}"
            raise ArrayError(message, "bad-array", field=name, index=int(place[0]))
        array = array.astype(np.uint8, copy=False)
    return contiguous(array)


def place(
    name: str,
    out: NDArray[Any] | None,
    shape: tuple[int, ...],
    dtype: DTypeLike,
    sources: Sequence[NDArray[Any]],
    others: tuple[DTypeLike, ...] = (),
) -> NDArray[Any]:
    """Returns a contiguous array to write a result to: ``out``, or a new one. ``dtype`` is the type of the new one,
    and ``out`` may have ``others`` too. It overlaps no source."""
    if out is None:
        return np.empty(shape, dtype)
    if not isinstance(out, np.ndarray):
        raise wrong(name, "an array of NumPy", type(out).__name__)
    shaped(name, out, shape)
    if out.dtype != dtype and out.dtype not in others:
        types = dict.fromkeys(np.dtype(each) for each in (dtype, *others))
        names = " or ".join(each.name for each in types)
        raise wrong(name, f"an array of {names} in the byte order of the machine", out.dtype.str)
    if not out.flags.writeable:
        raise wrong(name, "an array that can be written to", "a read-only one")
    direct = out.flags.c_contiguous and out.flags.aligned
    if direct and not any(np.may_share_memory(out, source) for source in sources):
        return out
    return np.empty(shape, out.dtype)


def compute(
    native: Callable[..., None],
    rows: NDArray[Any],
    arguments: Sequence[Any],
    out: NDArray[Any] | None,
    width: tuple[int, ...],
    dtype: DTypeLike | None,
    number: int,
    others: tuple[DTypeLike, ...] = (),
) -> NDArray[Any]:
    """Calls a function of the compiled half with rows, further arguments, a place for ``width`` values of each row,
    and the number of threads. Returns its results, in ``out`` or in a new array: see ``place``. They are of
    ``dtype``, or, for ``None``, sets of squares of the type of the rows."""
    count = threads(number)
    sources = [rows, *(each for each in arguments if isinstance(each, np.ndarray))]
    kind, others = (rows.dtype, WORDS) if dtype is None else (np.dtype(dtype), others)
    result = place("out", out, (len(rows), *width), kind, sources, others)
    flat = result.reshape(-1)
    if flat.dtype in WORDS:
        flat = flat.view(np.uint64)
    elif flat.dtype == np.bool_:
        flat = flat.view(np.uint8)
    native(rows.view(np.uint64) if rows.dtype in WORDS else rows.reshape(-1), *arguments, flat, count)
    if out is None or result is out:
        return result
    out[...] = result
    return out
