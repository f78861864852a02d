"""The examples of all docstrings, of the README, the guide, the cookbook and the notebooks, and that everything has a
docstring."""

import doctest
import importlib
import inspect
import json
import re as regex
from collections.abc import Iterator
from pathlib import Path

import pytest

import reversi_engine
from reversi_engine import _errors, _surface

ROOT = Path(__file__).resolve().parents[1]


def documented() -> Iterator[tuple[str, object]]:
    yield "reversi_engine", reversi_engine
    yield "reversi_engine._errors", _errors
    for name in vars(reversi_engine)["__all__"]:
        value = getattr(reversi_engine, name)
        if name in ("Value", "__version__") or name in _surface.__all__:
            continue
        yield name, value
        if inspect.isclass(value):
            for part in vars(value):
                if not part.startswith("_") and part != "ALL":
                    yield f"{name}.{part}", getattr(value, part)


@pytest.mark.parametrize(
    "name, value", [pytest.param(name, value, id=name) for name, value in documented()]
)
def test_a_docstring_is_there_and_its_example_runs(name: str, value: object) -> None:
    text = inspect.getdoc(value)
    assert text, f"{name} has no docstring"
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize(
    "name", ["_policies", "arrays", "features", "envs", "envs.vector", "envs.single", "envs.aec"]
)
def test_the_examples_of_a_module_run_and_its_functions_have_docstrings(name: str) -> None:
    if name in ("envs.single", "envs.aec"):
        pytest.importorskip("gymnasium" if name == "envs.single" else "pettingzoo")
    module = importlib.import_module(f"reversi_engine.{name}")
    found = doctest.testmod(module)
    assert found.failed == 0 and found.attempted > 0
    for each in (vars(module).get(name) for name in getattr(module, "__all__", [])):
        assert inspect.getdoc(each) or not (inspect.isfunction(each) or inspect.isclass(each))


def pages() -> list[Path]:
    guide = ROOT.parents[1] / "crates/reversi-engine/src/docs/python.md"
    return [ROOT / "README.md", *([guide] if guide.exists() else [])]


def programs_of(page: Path) -> list[str]:
    return regex.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), regex.DOTALL)


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_the_programs_of_a_page_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    programs = programs_of(page)
    assert programs
    names: dict[str, object] = {}
    for program in programs:  # one after the other, as a reader types them
        exec(compile(program, str(page), "exec"), names)


def recipes() -> Iterator[object]:
    text = (ROOT / "COOKBOOK.md").read_text(encoding="utf-8")
    headings = regex.findall(r"^## (.*)", text, regex.MULTILINE)
    programs = programs_of(ROOT / "COOKBOOK.md")
    assert len(headings) == len(programs) >= 10
    for number, (heading, program) in enumerate(zip(headings, programs), 1):
        assert heading.startswith(f"{number}. ")
        yield pytest.param(program, id=heading)


@pytest.mark.parametrize("program", list(recipes()))
def test_each_recipe_of_the_cookbook_runs_alone(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(program, "COOKBOOK.md", "exec"), {})


@pytest.mark.parametrize("page", sorted((ROOT / "notebooks").glob("*.ipynb")), ids=lambda page: page.stem)
def test_the_cells_of_a_notebook_run_and_have_no_outputs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    names: dict[str, object] = {}
    cells = [cell for cell in json.loads(page.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert len(cells) >= 4
    for cell in cells:
        assert cell["outputs"] == [] and cell["execution_count"] is None, "clear the outputs"
        exec(compile("".join(cell["source"]), str(page), "exec"), names)
