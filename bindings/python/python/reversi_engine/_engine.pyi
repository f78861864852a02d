from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, ClassVar, Literal, SupportsIndex, TypedDict, TypeVar, Union, final, overload

import numpy as np
import numpy.typing as npt
from typing_extensions import Self, TypeAlias, Unpack

from ._errors import Interrupted, ParseError
from ._surface import (
    AnalyzeOptions,
    ClaimName,
    ClockOptions,
    Due,
    Ending,
    EngineOptions,
    LimitsOptions,
    Outcome,
    ProveOptions,
    Selectivity,
    SolveOptions,
    StopReason,
    Strength,
    _AccuracyFields,
    _AnalysisFields,
    _AnalyzedMoveFields,
    _ChancesFields,
    _ClockOptionsFields,
    _HumanMoveFields,
    _HumanMovesFields,
    _HumanRatingFields,
    _LimitsFields,
    _LineFields,
    _ProgressFields,
    _PuzzleFields,
    _ReasonFields,
    _ReviewFields,
    _ReviewedMoveFields,
    _SideReviewFields,
    _SolutionFields,
    _TurningPointFields,
)

__all__ = [
    "Accuracy",
    "Analysis",
    "AnalyzedBoards",
    "AnalyzedGame",
    "AnalyzedGames",
    "AnalyzedMove",
    "Board",
    "Book",
    "BookEntry",
    "Bounds",
    "Chances",
    "Clock",
    "Engine",
    "EngineMove",
    "Estimate",
    "Exact",
    "Game",
    "GameResult",
    "GgfGame",
    "HumanMove",
    "HumanMoves",
    "HumanRating",
    "Limits",
    "Line",
    "ObfLine",
    "Opponent",
    "Position",
    "Progress",
    "Puzzle",
    "Reason",
    "Record",
    "Records",
    "Review",
    "ReviewedMove",
    "Session",
    "SideReview",
    "Solution",
    "Solved",
    "SolvedBoards",
    "Stop",
    "Symmetry",
    "TurningPoint",
    "VerifiedProof",
    "Weights",
    "WthorGame",
    "__version__",
    "_array_bytes",
    "_array_canonical",
    "_array_cells",
    "_array_choose",
    "_array_flips",
    "_array_from_cells",
    "_array_move_scores",
    "_array_moves_of",
    "_array_moves_of_wthor",
    "_array_pack",
    "_array_perft",
    "_array_planes_f32",
    "_array_planes_u8",
    "_array_play",
    "_array_random_games",
    "_array_replay",
    "_array_transform",
    "_array_transform_each",
    "_array_unpack_f32",
    "_array_unpack_u8",
    "_array_words",
    "_feature_counts",
    "_feature_heads",
    "_feature_human_moves",
    "_feature_layers",
    "_feature_list",
    "_feature_pattern_list",
    "_feature_patterns",
    "_feature_regions",
    "_feature_sets",
    "_feature_values",
    "_feature_width",
    "_interrupted",
    "evaluate",
    "expected_nodes",
    "from_array",
    "in_shard",
    "mask_of",
    "move_index",
    "move_name",
    "perft",
    "read_games",
    "read_ggf",
    "read_names",
    "read_obf",
    "read_wtb",
    "schema",
    "solve",
    "square_index",
    "square_name",
    "squares",
    "to_array",
    "verify",
]

__version__: str

_Color: TypeAlias = Literal["black", "white"]
_Path: TypeAlias = Union[str, PathLike[str]]
# A move or a square, or its number.
_Move: TypeAlias = Union[str, SupportsIndex]
_AnyBoard: TypeAlias = Union["Board", "Position", "Game"]
_Array: TypeAlias = npt.NDArray[np.uint64]
_Value: TypeAlias = Union["Exact", "Bounds", "Estimate"]
_Callback: TypeAlias = Callable[["Progress"], object]
_Clock: TypeAlias = Union["Clock", ClockOptions, tuple[float, float]]
_Square: TypeAlias = Union[str, int]
_Label: TypeAlias = Union[str, float, np.floating[Any], np.integer[Any], "Exact", "Bounds", "Estimate"]
_Theme: TypeAlias = Literal["auto", "light", "dark"]
_Player: TypeAlias = Union[Literal["person"], "Opponent", AnalyzeOptions]

class _PictureOptions(TypedDict, total=False):
    marks: int | str | Iterable[_Square] | Mapping[Any, str] | None
    values: Mapping[Any, _Label] | Analysis | None
    last: _Square | None
    heat: npt.ArrayLike | Iterable[Any] | None
    heat_range: Sequence[float] | None
    coordinates: bool | None
    size: int | None
    theme: _Theme | None
    title: str | None

class _Data:
    def to_json(self) -> str: ...
    @classmethod
    def from_json(cls, text: str) -> Self: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Exact(_Data):
    """A score under best play of both sides: proven. Discs, from the side to move, empties to the winner.

    >>> from reversi_engine import Exact
    >>> Exact(8).outcome, str(Exact(8)), Exact(8)
    ('win', '+8', Exact(8))
    """
    __match_args__: ClassVar[tuple[Literal["score"]]]
    def __new__(cls, score: int) -> Self: ...
    @property
    def score(self) -> int:
        """Discs, from the side to move."""
    @property
    def lower(self) -> int:
        """The score."""
    @property
    def upper(self) -> int:
        """The score."""
    @property
    def outcome(self) -> Outcome:
        """`"win"`, `"draw"` or `"loss"` for the side to move."""
    def __hash__(self) -> int: ...  # type: ignore[override]

@final
class Bounds(_Data):
    """Proven bounds: the score under best play is not below `lower` and not above `upper`. An end of -64 or 64
    is no bound.

    >>> from reversi_engine import Bounds
    >>> Bounds(2, 64).outcome, str(Bounds(2, 64)), Bounds(-64, 64).outcome
    ('win', '>= +2', None)
    """
    __match_args__: ClassVar[tuple[Literal["lower"], Literal["upper"]]]
    def __new__(cls, lower: int, upper: int) -> Self: ...
    @property
    def lower(self) -> int:
        """Proven to be reached."""
    @property
    def upper(self) -> int:
        """Proven not to be exceeded."""
    @property
    def score(self) -> None:
        """`None`: bounds are no score."""
    @property
    def outcome(self) -> Outcome | None:
        """`"win"`, `"draw"` or `"loss"` for the side to move if that much is proven, else `None`."""
    def __hash__(self) -> int: ...  # type: ignore[override]

@final
class Estimate(_Data):
    """The result of a search that proves nothing: it ended before the end of the game or left out moves.

    >>> from reversi_engine import Estimate
    >>> str(Estimate(3, 24, 73)), Estimate(3, 24, 73)
    ('+3 at 24@73%', Estimate(3, 24, 73))
    """
    __match_args__: ClassVar[tuple[Literal["score"], Literal["depth"], Literal["selectivity"]]]
    def __new__(cls, score: int, depth: int, selectivity: Selectivity = 100) -> Self: ...
    @property
    def score(self) -> int:
        """In whole discs, from the side to move; odd values are possible."""
    @property
    def depth(self) -> int:
        """The plies that were searched, passes not counted."""
    @property
    def selectivity(self) -> int:
        """The confidence of the search in the moves that it left out, in percent. 100: it left out none."""
    @property
    def lower(self) -> int:
        """-64: nothing is proven."""
    @property
    def upper(self) -> int:
        """64: nothing is proven."""
    @property
    def outcome(self) -> None:
        """`None`: nothing is proven."""
    def __hash__(self) -> int: ...  # type: ignore[override]

@final
class Board:
    """The discs of the side to move, `player`, and of the other side, `opponent`. It never changes.

    `Board()` is the start of the game. Text is 64 cells from A1 to H8 and the side to move. Sets of squares
    are integers: A1 is bit 0, B1 is bit 1, H8 is bit 63.

    >>> from reversi_engine import Board
    >>> board = Board().play("f5")
    >>> board
    Board('---------------------------XO------OOO-------------------------- X')
    >>> board.legal_moves()
    ['f4', 'd6', 'f6']
    >>> board == eval(repr(board)), board.must_pass, board.is_game_over
    (True, False, False)
    """
    def __new__(cls, text: str | None = None, /) -> Self: ...
    @classmethod
    def from_bits(cls, player: int, opponent: int) -> Board:
        """Makes a board from two sets of squares.

        >>> from reversi_engine import Board
        >>> Board.from_bits(0x0000000810000000, 0x0000001008000000) == Board()
        True
        """
    @classmethod
    def from_cells(cls, text: str, side: _Color = "black") -> Board:
        """Reads a board from 64 cells, and the side to move."""
    @classmethod
    def from_fen(cls, text: str) -> Board:
        """Reads the board of a position in the FEN of Edax. `Position.from_fen` keeps its side to move.

        >>> from reversi_engine import Board
        >>> Board.from_fen("8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1") == Board()
        True
        """
    def fen(self, side: _Color = "black") -> str:
        """Returns the board in the FEN of Edax, if this colour is to move."""
    def position(self, side: _Color = "black") -> Position:
        """Returns the board with a colour to move."""
    @property
    def player(self) -> int:
        """The discs of the side to move, as a set of squares."""
    @property
    def opponent(self) -> int:
        """The discs of the other side, as a set of squares."""
    @property
    def empties(self) -> int:
        """The squares without a disc, as a set of squares."""
    @property
    def empty_count(self) -> int:
        """The number of squares without a disc."""
    def legal_moves(self) -> list[str]:
        """Returns the moves of the side to move, from A1 to H8; `["ps"]` if it must pass, none if the game is
        over.
        """
    @property
    def legal_squares(self) -> int:
        """The squares of the legal moves, as a set of squares."""
    def is_legal(self, move: _Move, /) -> bool:
        """Returns whether the side to move may play this move, or this pass."""
    def flips(self, square: _Move, /) -> int:
        """Returns the discs that a move on this square turns, as a set of squares; 0 if the move is illegal."""
    def play(self, move: _Move, /) -> Board:
        """Returns the board after a move, or after a forced pass, seen from the other side.

        >>> from reversi_engine import Board, IllegalMoveError
        >>> try:
        ...     Board().play("a1")
        ... except IllegalMoveError as error:
        ...     print(error)
        a1 is not a legal move: it flips no disc
        """
    def swap(self) -> Board:
        """Returns the same discs, seen from the other side, whether a pass is legal or not."""
    @property
    def must_pass(self) -> bool:
        """True if the side to move has no move and the other side has one."""
    @property
    def is_game_over(self) -> bool:
        """True if neither side has a move."""
    @property
    def disc_difference(self) -> int:
        """The discs of the side to move less those of the other side."""
    @property
    def final_score(self) -> int:
        """The disc difference with the empties given to the side that has more: the score of a game that ended."""
    def canonical(self) -> tuple[Board, Symmetry]:
        """Returns the smallest of the eight symmetric images, and the symmetry that leads to it.

        >>> from reversi_engine import Board
        >>> first = {Board().play(move).canonical()[0] for move in Board().legal_moves()}
        >>> len(first)
        1
        """
    def images(self) -> list[Board]:
        """Returns the eight symmetric images, the board itself first."""
    def diagram(self) -> str:
        """Draws the board for people: coordinates, `X` for the side to move, dots for legal moves."""
    def svg(self, side: _Color = "black", **options: Unpack[_PictureOptions]) -> str:
        """Draws the board: SVG, a str that stands by itself. Notebooks show it. `side` is the colour to move.
        Takes the options of `Position.svg`.

        >>> from reversi_engine import Board
        >>> Board().svg("white", marks={"f5": "ring"}, theme="dark").count("white to move")
        1
        """
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Board, /) -> bool: ...
    def __le__(self, other: Board, /) -> bool: ...
    def __gt__(self, other: Board, /) -> bool: ...
    def __ge__(self, other: Board, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Symmetry:
    """One of the eight symmetries of the board: a rotation or a reflection. `Symmetry.ALL` has all of them, the
    identity first.

    >>> from reversi_engine import Symmetry
    >>> sorted(symmetry.move("b1") for symmetry in Symmetry.ALL)
    ['a2', 'a7', 'b1', 'b8', 'g1', 'g8', 'h2', 'h7']
    """
    ALL: ClassVar[list[Symmetry]]
    def __new__(cls, index: int = 0, /) -> Self: ...
    def inverse(self) -> Symmetry:
        """Returns the symmetry that undoes this one."""
    def board(self, board: Board, /) -> Board:
        """Returns the board with all its discs moved."""
    def move(self, move: _Move, /) -> str:
        """Returns the image of a move; a pass stays a pass."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[int]: ...

@final
class Position:
    """A board and the colour to move. It never changes.

    >>> from reversi_engine import Position
    >>> position = Position().play("f5")
    >>> position.side, position.fen()
    ('white', '8/8/8/3ppp2/3Pp3/8/8/8 w - - 0 1')
    """
    def __new__(cls, text: str | None = None, /) -> Self: ...
    @classmethod
    def from_cells(cls, text: str, side: _Color = "black") -> Position:
        """Reads a position from 64 cells, and the side to move."""
    @classmethod
    def from_fen(cls, text: str) -> Position:
        """Reads a position in the FEN of Edax."""
    def fen(self) -> str:
        """Returns the position in the FEN of Edax."""
    @property
    def board(self) -> Board:
        """The discs, seen from the side to move."""
    @property
    def side(self) -> _Color:
        """The colour to move: `"black"` or `"white"`."""
    def discs(self, side: _Color, /) -> int:
        """Returns the discs of one colour, as a set of squares."""
    def legal_moves(self) -> list[str]:
        """Returns the moves of the side to move, from A1 to H8; `["ps"]` if it must pass, none if the game is
        over.
        """
    def play(self, move: _Move, /) -> Position:
        """Returns the position after a move, or after a forced pass."""
    def diagram(self) -> str:
        """Draws the position for people: coordinates, `X` for black, dots for legal moves."""
    def svg(self, **options: Unpack[_PictureOptions]) -> str:
        """Draws the board: SVG, a str that stands by itself. Notebooks show it.

        `marks` are squares with a dot (`board.legal_moves()`, or a set of squares), or a dict of
        squares and `"dot"`, `"ring"` or `"cross"`. `values` is a dict of squares or moves and what
        stands there (numbers, which get a sign, texts, scores), or an `Analysis` of the board. `last`
        is the square of the last move. `heat` tints each square by one of 64 numbers, or 8 rows of 8,
        from dark blue over grey to yellow; 0 is on the ramp, and is grey if there are both signs.
        `heat_range` are the ends of the ramp, for several pictures. Squares are names or 0 (A1) to
        63; a pass, also 64, has none. `coordinates` is True or False, `size` the width in pixels
        (320), `theme` is `"auto"`, `"light"` or `"dark"`, `title` replaces its words.

        >>> from reversi_engine import Game
        >>> board = Game("f5d6c3").position
        >>> svg = board.svg(marks=board.legal_moves(), values={"d3": 0.25, "f4": "?"}, last="c3")
        >>> svg.startswith("<svg"), "+0.25" in svg, "white to move, last move c3" in svg
        (True, True, True)
        """
    def _repr_svg_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Position, /) -> bool: ...
    def __le__(self, other: Position, /) -> bool: ...
    def __gt__(self, other: Position, /) -> bool: ...
    def __ge__(self, other: Position, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[str]: ...

@final
class Game:
    """A game: where it began and its moves. It changes, so it is not hashable; `copy.copy` copies it.

    `Game("f5d6c3")` reads a transcript. A forced pass is written `ps`, or left out. A game is a sequence of
    its moves: `len(game)`, `game[-1]`, `for move in game`. `turns` has the positions too.

    >>> from reversi_engine import Game, move_index
    >>> game = Game("f5d6")
    >>> game.play("c3")
    >>> game, len(game), game.side
    (Game('f5d6c3'), 3, 'white')
    >>> game.undo(), game.undo(), game.redo(), str(game)
    ('c3', 'd6', 'd6', 'f5d6')
    >>> list(game), game[-1], [move_index(move) for move in game]
    (['f5', 'd6'], 'd6', [37, 43])
    """
    def __new__(cls, transcript: str = "", /, start: Position | None = None) -> Self: ...
    @classmethod
    def from_ggf(cls, text: str) -> Game:
        """Reads the game of a record in GGF. `read_ggf` reads a file, with names and results.

        >>> from reversi_engine import Game
        >>> Game.from_ggf(Game("f5d6").ggf(PB="Ada"))
        Game('f5d6')
        """
    def ggf(self, **tags: str) -> str:
        """Returns the game as a record in GGF. `tags` are its names and results: `PB` and `PW` are the players,
        `DT` is the date, `PC` the place, `RE` the result.
        """
    @property
    def start(self) -> Position:
        """Where the game began."""
    @property
    def position(self) -> Position:
        """The present position."""
    @property
    def board(self) -> Board:
        """The present board, seen from the side to move."""
    @property
    def side(self) -> _Color:
        """The colour to move: `"black"` or `"white"`."""
    @property
    def moves(self) -> list[str]:
        """The moves so far, a pass as `"ps"`."""
    def turns(self) -> list[tuple[Position, str]]:
        """Returns each move with the position before it.

        >>> from reversi_engine import Game
        >>> [(position.side, move) for position, move in Game("f5d6").turns()]
        [('black', 'f5'), ('white', 'd6')]
        """
    def positions(self) -> list[Position]:
        """Returns the positions: where the game began, and after each move. One more than there are moves.

        >>> from reversi_engine import Game
        >>> [position.board.empty_count for position in Game("f5d6").positions()]
        [60, 59, 58]
        """
    def legal_moves(self) -> list[str]:
        """Returns the moves of the side to move, from A1 to H8; `["ps"]` if it must pass, none if the game is
        over.
        """
    def play(self, move: _Move, /) -> None:
        """Plays a move, or a forced pass."""
    def undo(self) -> str | None:
        """Takes the last move back and returns it; `None` at the start."""
    def redo(self) -> str | None:
        """Plays the move that was taken back last, and returns it; `None` if no move was taken back."""
    def prefix(self, moves: int, /) -> Game:
        """Returns the game after its first moves."""
    @property
    def must_pass(self) -> bool:
        """True if the side to move has no move and the other side has one."""
    @property
    def is_over(self) -> bool:
        """True if neither side has a move."""
    @property
    def score(self) -> int | None:
        """The result from black's side, empties to the winner; `None` while the game goes on."""
    def diagram(self) -> str:
        """Draws the present position for people: coordinates, dots for legal moves."""
    def svg(self, **options: Unpack[_PictureOptions]) -> str:
        """Draws the board: SVG, a str that stands by itself. Notebooks show it.

        `marks` are squares with a dot (`board.legal_moves()`, or a set of squares), or a dict of
        squares and `"dot"`, `"ring"` or `"cross"`. `values` is a dict of squares or moves and what
        stands there (numbers, which get a sign, texts, scores), or an `Analysis` of the board. `last`
        is the square of the last move. `heat` tints each square by one of 64 numbers, or 8 rows of 8,
        from dark blue over grey to yellow; 0 is on the ramp, and is grey if there are both signs.
        `heat_range` are the ends of the ramp, for several pictures. Squares are names or 0 (A1) to
        63; a pass, also 64, has none. `coordinates` is True or False, `size` the width in pixels
        (320), `theme` is `"auto"`, `"light"` or `"dark"`, `title` replaces its words.

        >>> from reversi_engine import Game
        >>> board = Game("f5d6c3").position
        >>> svg = board.svg(marks=board.legal_moves(), values={"d3": 0.25, "f4": "?"}, last="c3")
        >>> svg.startswith("<svg"), "+0.25" in svg, "white to move, last move c3" in svg
        (True, True, True)
        """
    def _repr_html_(self) -> str: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __reversed__(self) -> Iterator[str]: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> str: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[str]: ...
    def __copy__(self) -> Game: ...
    def __deepcopy__(self, memo: Any, /) -> Game: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class ObfLine(_Data):
    """A line of a file of problems (OBF): a position, and what is known of its moves.

    >>> from reversi_engine import ObfLine
    >>> start = "---------------------------OX------XO--------------------------- X"
    >>> line = ObfLine(f"{start}; F5:+0; % the start")
    >>> line.moves, line.best_score, line.comment
    ([('f5', 0)], 0, 'the start')
    """
    def __new__(cls, text: str, /) -> Self: ...
    @property
    def position(self) -> Position:
        """The position."""
    @property
    def moves(self) -> list[tuple[str, int]]:
        """Moves and their scores for the side that plays them, in the order of the line. They need not be all."""
    @property
    def best_score(self) -> int | None:
        """The score of the position: the one that the line states, else the score of its best move."""
    @property
    def comment(self) -> str | None:
        """The text after `%`."""
    def __hash__(self) -> int: ...  # type: ignore[override]

@final
class GgfGame(_Data):
    """A game of a GGF file, with its names and results.

    >>> from reversi_engine import Game, read_ggf
    >>> [record] = read_ggf(Game("f5d6").ggf(PB="Ada", PW="Bob"))
    >>> record.game, record.tags["PB"]
    (Game('f5d6'), 'Ada')
    """
    @property
    def game(self) -> Game:
        """The game."""
    @property
    def tags(self) -> dict[str, str]:
        """The tags but those of the game itself. Of several with one name, the first."""
    @property
    def notes(self) -> list[tuple[float | None, float | None]]:
        """The evaluation and the seconds that the record states for each move."""

@final
class Record:
    """A game or a position that `read_games` has found."""
    @property
    def game(self) -> Game:
        """The game; a position is one without moves."""
    @property
    def position(self) -> Position:
        """The position; of a game, the position at its end."""
    @property
    def notation(self) -> str:
        """The notation that it was read from: `moves`, `board`, `fen`, `obf`, `ggf`, `sgf`, `wthor`, `json`,
        `headers` or `url`.
        """
    @property
    def number(self) -> int:
        """The number of the record, from 1. Records that cannot be read count."""
    @property
    def line(self) -> int | None:
        """The line where it begins, from 1; `None` in a file of bytes."""
    @property
    def offset(self) -> int:
        """The byte of the input where it begins."""
    @property
    def tags(self) -> dict[str, str]:
        """The tags of GGF but those of the game itself. Names, dates and results of other notations are tags
        too. Of several with one name, the first.
        """
    @property
    def result(self) -> float | None:
        """The result from black's side, as the record states it. The moves need not lead there."""
    @property
    def scores(self) -> list[tuple[str, int]]:
        """Moves and their scores, from OBF."""
    @property
    def notes(self) -> list[tuple[str, int, str]]:
        """The parts that were passed over, at most the first eight: the kind (`text`, `comment` or `passes`),
        the byte of the input, and the beginning of the text.
        """
    @property
    def side_is_open(self) -> bool:
        """True if the text does not say who is to move."""

@final
class Records(Iterator[Record]):
    """The records of `read_games`."""
    @property
    def skipped(self) -> list[ParseError]:
        """The errors of the records that were left out so far."""
    def __iter__(self) -> Self: ...
    def __next__(self) -> Record: ...

@final
class WthorGame(_Data):
    """A game of a `.wtb` file of the WTHOR data base."""
    @property
    def game(self) -> Game:
        """The game, with its passes."""
    @property
    def year(self) -> int:
        """The year of the file."""
    @property
    def tournament(self) -> int:
        """The number of the tournament in the `.trn` file."""
    @property
    def black(self) -> int:
        """The number of the player in the `.jou` file."""
    @property
    def white(self) -> int:
        """The number of the player in the `.jou` file."""
    @property
    def score(self) -> int:
        """The result from black's side, as the tournament has it. The moves need not lead there."""
    @property
    def theoretical_score(self) -> int:
        """The result from black's side if both had played perfectly from a depth on that the file states."""
    def __hash__(self) -> int: ...  # type: ignore[override]

@final
class Stop:
    """A signal that ends searches from another thread. It belongs to its owner: no call resets it.

    >>> from reversi_engine import Board, Engine, Interrupted, Limits, Stop
    >>> stop = Stop()
    >>> stop.set()
    >>> try:
    ...     Engine(hash_mib=1).solve(Board(), limits=Limits(stop=stop))
    ... except Interrupted as error:
    ...     print(error.reason, error.bounds)
    stop -64..=+64
    """
    def __new__(cls) -> Self: ...
    def set(self) -> None:
        """Ends all searches that have this signal in their limits, and those that begin later."""
    def reset(self) -> None:
        """Lets searches run again."""
    def is_set(self) -> bool:
        """Returns whether the signal is set."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Limits(_Data, _LimitsFields):
    """The first limit that is reached ends the search. Limits that are not set are `None`. A mapping with the
    same names stands for them in all calls.

    >>> from reversi_engine import Limits
    >>> limits = Limits(seconds=0.5, nodes=10_000_000)
    >>> limits, limits.seconds
    (Limits(seconds=0.5, nodes=10000000), 0.5)
    """
    def __new__(cls, **fields: Unpack[LimitsOptions]) -> Self: ...
    @property
    def stop(self) -> Stop | None:
        """The signal, or `None`."""
    def __dir__(self) -> list[str]: ...

@final
class Clock(_Data, _ClockOptionsFields):
    """The time of the side to move for the rest of the game: what is left, and what is added after each move. A
    move takes its share of it.

    >>> from reversi_engine import Board, Clock, Engine
    >>> Clock(300, 2)
    Clock(remaining_seconds=300, increment_seconds=2)
    >>> Engine(hash_mib=1).analyze(Board(), clock=Clock(remaining_seconds=0.2)).stopped
    'time'
    """
    def __new__(cls, *seconds: float, **fields: Unpack[ClockOptions]) -> Self: ...
    def __dir__(self) -> list[str]: ...

@final
class Weights:
    """The weights of a static evaluation. Engines share them. They change estimates and times, never an exact
    score.

    >>> from reversi_engine import Board, Engine, Weights
    >>> engine = Engine(hash_mib=1, weights=Weights.embedded())
    >>> -64 < engine.evaluate(Board()) < 64
    True
    """
    @classmethod
    def open(cls, path: _Path) -> Weights:
        """Reads a file of weights: a network, pattern weights, or those of Edax."""
    @classmethod
    def from_bytes(cls, data: bytes | bytearray) -> Weights:
        """Reads the bytes of such a file."""
    @classmethod
    def embedded(cls) -> Weights:
        """Returns the network that is part of the package: the default of an engine."""
    @property
    def provenance(self) -> str:
        """The origin of the weights, as their file states it."""

@final
class Book:
    """An opening book. Each position stands for its eight symmetric images.

    >>> from reversi_engine import Board, Book
    >>> book = Book.embedded()
    >>> len(book) > 1000, book.probe(Board()) is not None
    (True, True)
    >>> sorted(move for move, score in book.moves(Board()))
    ['c4', 'd3', 'e6', 'f5']
    """
    @classmethod
    def open(cls, path: _Path) -> Book:
        """Reads the file of a book: the packed format of this engine, of which only the index is read, or a
        book of Edax or Egaroucid, which is read into memory. A damaged book is refused.
        """
    @classmethod
    def from_bytes(cls, data: bytes | bytearray) -> Book:
        """Reads the bytes of a packed book."""
    @classmethod
    def embedded(cls) -> Book:
        """Returns the small book that is part of the package."""
    def probe(self, board: _AnyBoard, /) -> BookEntry | None:
        """Returns the entry of a position, or `None`."""
    def moves(self, board: _AnyBoard, /) -> list[tuple[str, int]]:
        """Returns the moves that the book knows and their scores, the best first; none for a position that it
        lacks.
        """
    def best_line(self, board: _AnyBoard, /) -> list[str]:
        """Returns the best move of the book, the best answer, and so on."""
    def entries(self) -> list[tuple[Board, BookEntry]]:
        """Lists all positions and their entries. A board stands for its eight images. A book of millions takes
        memory for all of them.

        >>> from reversi_engine import Book
        >>> exact = [board for board, entry in Book.embedded().entries() if entry.lower == entry.upper]
        """
    def save(self, path: _Path) -> None:
        """Writes the book to a file, in the packed format of this engine. There is a whole file at all times,
        and a file that another program changes meanwhile is an error.
        """
    def verify(self) -> None:
        """Checks all of it: positions, links, values."""
    def __len__(self) -> int: ...

@final
class BookEntry(_Data):
    """The entry of a position in a book. Scores are from the side to move."""
    @property
    def value(self) -> int:
        """The score of the best move."""
    @property
    def lower(self) -> int:
        """The least score that the errors of the searches leave possible."""
    @property
    def upper(self) -> int:
        """The greatest one. The value is exact if both are equal."""
    @property
    def level(self) -> int:
        """The level of the searches of this position."""
    @property
    def moves(self) -> list[tuple[str, int]]:
        """All moves that have a score."""
    def __hash__(self) -> int: ...  # type: ignore[override]

@final
class Solution(_Data, _SolutionFields):
    """The answer to a solve. All of it is proven.

    >>> import reversi_engine as re
    >>> board = re.Board("--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O")
    >>> solution = re.solve(board)
    >>> solution.value, solution.best_move
    (Exact(2), 'g8')
    """
    @property
    def value(self) -> Exact | Bounds:
        """The score: `Exact`, or `Bounds` that answer the question that was asked."""
    @property
    def best_move(self) -> str | None:
        """The best move, or one that proves the bound; `None` if the game is over, or if none proves it."""

@final
class Line(_Data, _LineFields):
    """The value of a move and how the game goes on after it."""
    @property
    def best_move(self) -> str | None:
        """The move; `None` if the game is over."""

@final
class Analysis(_Data, _AnalysisFields):
    """The best moves of a position, each with its line.

    >>> from reversi_engine import Board, Engine
    >>> analysis = Engine(hash_mib=1).analyze(Board().play("f5"), depth=6, lines=2)
    >>> [line.best_move for line in analysis.lines], analysis.value.depth
    (['d6', 'f6'], 6)
    """
    @property
    def board(self) -> Board:
        """The board that it is about."""
    @property
    def value(self) -> _Value:
        """The value of the best line."""
    @property
    def best_move(self) -> str | None:
        """The move of the best line; `None` if the game is over."""
    @property
    def pv(self) -> list[str]:
        """The moves of the best line, passes as `"ps"`."""
    def svg(self, side: _Color = "black", **options: Unpack[_PictureOptions]) -> str:
        """Draws the board with the value of each move that has a line: SVG. `side` is the colour to move.
        Takes the options of `Board.svg`.

        >>> from reversi_engine import Board, Engine
        >>> "d3 estimate" in Engine(hash_mib=1).analyze(Board(), depth=2, lines=4).svg()
        True
        """
    def _repr_html_(self) -> str: ...

@final
class HumanMoves(_Data, _HumanMovesFields):
    """The moves that people of a rating would play at a position.

    >>> from reversi_engine import Board, Engine
    >>> people = Engine(hash_mib=1).human_moves(Board().play("f5"), 1500)
    >>> people.rating, sorted(each.move for each in people.moves)
    (1500, ['d6', 'f4', 'f6'])
    >>> people.chance(people.moves[0].move) == people.moves[0].chance
    True
    """
    def chance(self, move: _Move, /) -> float:
        """Returns how likely people are to choose this move; 0 if it is not legal."""

@final
class HumanMove(_Data, _HumanMoveFields):
    """A move, and how likely people are to choose it."""
    __match_args__: ClassVar[tuple[Literal["move"], Literal["chance"]]]

@final
class HumanRating(_Data, _HumanRatingFields):
    """The rating of a person, from the moves of one game or of many.

    >>> from reversi_engine import Engine, Game, HumanRating
    >>> review = Engine(hash_mib=1).review(Game("f5d6c3d3c4f4f6f3e6e7"), depth=1)
    >>> [side.rating.enough for side in review.sides.values()]
    [False, False]
    >>> HumanRating.together([side.rating for side in review.sides.values()]).moves
    10
    """
    @staticmethod
    def together(games: list[HumanRating], /) -> HumanRating:
        """Combines ratings: returns the rating of a person over several games from the rating in each of them."""

@final
class AnalyzedMove(_Data, _AnalyzedMoveFields):
    """A move of a game beside the best move of its position."""

@final
class Review(_Data, _ReviewFields):
    """A game reviewed: what each move lost, which moves turned the game, and how well each side played.

    >>> from reversi_engine import Engine, Game
    >>> review = Engine(hash_mib=1).review(Game("f5d6c3d3c4f4f6f3e6e7"), depth=4)
    >>> review.opening, len(review.moves), review.moves[0].class_
    ("Comp'Oth", 10, 'best')
    >>> print(review.sides["black"].accuracy)  # of fewer than 10 moves
    None
    """
    def mistakes(self, side: _Color, /) -> list[ReviewedMove]:
        """Returns the moves of a side that count: inaccuracies, mistakes and blunders, in the order of the game.

        >>> from reversi_engine import Engine, Game
        >>> Engine(hash_mib=1).review(Game("f5d6c3"), depth=2).mistakes("black")
        []
        """
    def graph(self, theme: _Theme | None = None) -> str:
        """Draws the score after each move as a graph, black's lead up: SVG. `theme` is `"auto"`, `"light"` or
        `"dark"`.

        >>> from reversi_engine import Engine, Game
        >>> review = Engine(hash_mib=1).review(Game("f5d6c3"), depth=2)
        >>> review.graph(theme="light").startswith("<svg")
        True
        """
    def _repr_html_(self) -> str: ...

@final
class ReviewedMove(_Data, _ReviewedMoveFields):
    """A move of a game and how good it was."""
    @property
    def side(self) -> _Color:
        """The side that moved."""

@final
class Reason(_Data, _ReasonFields):
    """Why a move was worse than the best one: a fact that is true on both lines."""

@final
class SideReview(_Data, _SideReviewFields):
    """How a side played."""

@final
class TurningPoint(_Data, _TurningPointFields):
    """A move that changed the result to expect, seen by the side that moved."""

@final
class Chances(_Data, _ChancesFields):
    """The chances of the side to move, if players of tournaments go on. Together they are 1."""

@final
class Accuracy(_Data, _AccuracyFields):
    """How well a side played: 100 % if it lost no disc."""

@final
class Puzzle(_Data, _PuzzleFields):
    """A position with one best move: see `Engine.puzzle`."""
    @property
    def value(self) -> _Value:
        """The value of the best move."""

@final
class Solved(_Data):
    """The result of `solve_many` for one of its boards."""
    __match_args__: ClassVar[tuple[Literal["index"], Literal["board"], Literal["value"]]]
    @property
    def index(self) -> int:
        """The number of the board, from 0."""
    @property
    def board(self) -> Board:
        """The board."""
    @property
    def value(self) -> Exact | Bounds:
        """Proven: the value of the solution, or the bounds that were proven when a limit was reached."""
    @property
    def stored(self) -> bool:
        """True if the solution was in the checkpoint before the run."""
    @property
    def solution(self) -> Solution | None:
        """The solution; `None` if a limit was reached first."""
    @property
    def interrupted(self) -> Interrupted | None:
        """The exception that `solve` would have raised; `None` if there is a solution."""

@final
class SolvedBoards(Iterator[Solved]):
    """The results of `Engine.solve_many`, as they come. A loop that is left early needs `close`, or `with`, to
    have the engine free at once. Until its end the engine is busy for the thread that reads it, which need
    not be the one that made it; other threads wait.
    """
    def __iter__(self) -> Self: ...
    def __next__(self) -> Solved: ...
    def close(self) -> None:
        """Ends the run. The engine is free within some milliseconds; the next call waits for it."""
    @property
    def stopped(self) -> StopReason | None:
        """The limit that ended the run: `"time"`, `"nodes"`, `"stop"`, `"callback"` if it was closed; `None` while
        it runs and if all boards are done.
        """
    def __enter__(self) -> Self: ...
    def __exit__(self, *exception: object) -> None: ...

_T = TypeVar("_T")

class _Run(Iterator[_T]):
    @property
    def done(self) -> int: ...
    @property
    def total(self) -> int: ...
    def close(self) -> None: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> _T: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *exception: object) -> None: ...

@final
class AnalyzedGames(_Run[AnalyzedGame]):
    """The games of `Engine.analyze_games`, in order, as they come. A loop that is left early needs
    `close`, or `with`, to end the searches at once.
    """

@final
class AnalyzedBoards(_Run[Analysis]):
    """The analyses of `Engine.analyze_many`, in the order of the boards, as they come. A loop that is left
    early needs `close`, or `with`, to end the searches at once.
    """

@final
class AnalyzedGame:
    """A game whose moves are analyzed."""
    @property
    def index(self) -> int:
        """The number of the game, from 0."""
    @property
    def turns(self) -> list[AnalyzedMove]:
        """The moves of the game, each beside the best one: all of them, or the last ones where a limit has ended
        the run.
        """
    @property
    def first_ply(self) -> int:
        """The number of the ply of the first of these moves, from 1."""
    def review(self) -> Review:
        """Returns the review of the game from its analyzed moves, without a search.

        >>> from reversi_engine import Engine, Game
        >>> games = [Game("f5d6c3d3c4"), Game("f5f6e6f4")]
        >>> reviews = [game.review() for game in Engine(hash_mib=1).analyze_games(games, depth=4)]
        >>> [review.opening for review in reviews]
        ['Tiger', 'Diagonal']
        """
    def rows(self) -> list[tuple[Any, ...]]:
        """Returns the moves of the game as rows of a table, in the order of `MOVE_COLUMNS`."""

@final
class Progress(_Data, _ProgressFields):
    """A look at a running search, for the argument `progress` of `solve`, `analyze` and `analyze_game`.

    A callback that returns `False` ends the search; an exception ends it and is raised by the call.

    >>> from reversi_engine import Board, Engine
    >>> nodes = []
    >>> analysis = Engine(hash_mib=16).analyze(
    ...     Board(), depth=60, progress=lambda progress: nodes.append(progress.nodes) or len(nodes) < 3)
    >>> len(nodes), analysis.stopped
    (3, 'callback')
    """
    @property
    def best_move(self) -> str | None:
        """The first move of the best line."""

@final
class Engine:
    """Solves, analyzes and evaluates positions. An engine has a hash table of its own; engines share weights.

    `threads` is the number of threads of a search, 0 for all that the machine runs at once. With one thread
    all results and node counts are the same from run to run and on every CPU.

    Any number of threads of Python may call one engine: they wait for each other. Threads with an engine each
    search at the same time. A call of an engine from its own callback, or while the same thread iterates over
    its `solve_many`, raises `BusyError`, and so does one from a callback of another engine while it is at
    work for another thread: a callback never waits for an engine.

    Ctrl-C ends a search of the main thread within a tenth of a second by `KeyboardInterrupt`.

    The memory of the hash table is free again when the engine is collected, or at once by `close`, which
    the end of `with Engine() as engine:` calls.

    >>> from reversi_engine import Engine
    >>> Engine(hash_mib=16, threads=2)
    Engine(hash_mib=16, threads=2)
    """
    def __new__(
        cls, *, weights: Weights | None = None, book: Book | None = None, **options: Unpack[EngineOptions]
    ) -> Self: ...
    @property
    def threads(self) -> int:
        """The number of threads of a search."""
    @property
    def hash_mib(self) -> int:
        """The size of the hash table in MiB."""
    @property
    def cpu_level(self) -> str:
        """The CPU level in use, such as `"x86-v3"`."""
    @property
    def evaluation_fingerprint(self) -> str:
        """The fingerprint of the evaluation, as 16 hexadecimal digits. It tells this evaluation from others, and
        is the same on every CPU.

        >>> from reversi_engine import Engine
        >>> len(Engine(hash_mib=1).evaluation_fingerprint)
        16
        """
    def clear_hash(self) -> None:
        """Forgets all earlier searches."""
    def close(self) -> None:
        """Gives back the memory of the hash table and the threads. Running calls end as usual, later ones raise
        `ClosedError`. Closing twice does nothing.

        >>> from reversi_engine import Board, Engine
        >>> with Engine(hash_mib=64) as engine:
        ...     value = engine.analyze(Board(), level=4).value
        >>> engine.closed
        True
        """
    @property
    def closed(self) -> bool:
        """True after `close`."""
    def __enter__(self) -> Self: ...
    def __exit__(self, *exception: object) -> None: ...
    def solve(
        self, board: _AnyBoard, *, progress: _Callback | None = None, **options: Unpack[SolveOptions]
    ) -> Solution:
        """Proves the score of a position: exact score, best move, line of best play. `SolveOptions` has the
        options.

        `window="wld"` asks for win, draw or loss alone, `at_least=n` whether the side to move can score `n` or
        more, `window=(a, b)` for the exact score if it lies between `a` and `b`. They need less work.

        `progress` is called with a `Progress` every 50 ms at most; `False` ends the search.

        Raises `Interrupted`, with the bounds that are proven, if a limit is reached first.

        >>> from reversi_engine import Board, Engine
        >>> board = Board("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")
        >>> engine = Engine(hash_mib=1)
        >>> engine.solve(board).value
        Exact(18)
        >>> engine.clear_hash()
        >>> engine.solve(board, at_least=10).value.lower >= 10
        True
        """
    def prove(
        self, board: _AnyBoard, *, progress: _Callback | None = None, **options: Unpack[ProveOptions]
    ) -> bytes:
        """Makes a file that shows the score of a position, or a bound of it, to anyone: `verify` checks it, and
        so does `verify.py` of the project, which needs no package. `ProveOptions` has the options: without a
        claim the exact score is proven.

        Raises `RequestError` of the code `false-claim` if the claim is false, and `Interrupted`, with the
        bounds that are proven, if a limit is reached first. `progress.done` counts the positions of the
        proof.

        >>> from reversi_engine import Board, Engine, verify
        >>> board = Board("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")
        >>> engine = Engine(hash_mib=16)
        >>> verify(engine.prove(board))
        <VerifiedProof exactly 18>
        >>> verify(engine.prove(board, at_least=10)).claim
        'at-least'
        """
    def solve_many(
        self,
        boards: Iterable[_AnyBoard] | _Array,
        *,
        in_order: bool = True,
        checkpoint: _Path | None = None,
        **options: Unpack[SolveOptions],
    ) -> SolvedBoards:
        """Solves many boards, one for each thread of the engine at a time; when fewer are left, several threads
        share one. An iterator of `Solved`, in the order of the boards or, with `in_order=False`, as they are
        ready.

        `boards` is an iterable of boards, or an array as for `evaluate`. Of an iterator about a thousand
        boards are taken ahead, on the thread that reads the results; it may be slow, and it may be endless.
        Takes the options of `solve`: `limits` hold for each board, `total_limits` for the call.

        `checkpoint` is a file that records the results: a later run with it does not solve these boards
        again, also if this one is killed.

        >>> from reversi_engine import Board, Engine, Exact
        >>> boards = [Board("--OOOO--X-OOOOO-XXOOXOXXXOXOXXXXXXXOXXXX-XXOXOXX--OXXX-X----X--- O"),
        ...           Board("OOOOOOO-OOOXXOOOOOXOXOOOOXOXOOOOOXXXOOOOOXOOOOOOOOOOOOO-OOOOOOO- X")]
        >>> [solved.value for solved in Engine(hash_mib=16, threads=2).solve_many(boards)]
        [Exact(2), Exact(-12)]
        """
    def analyze(
        self, board: _AnyBoard, *, progress: _Callback | None = None, **options: Unpack[AnalyzeOptions]
    ) -> Analysis:
        """Finds the best moves of any position. `AnalyzeOptions` has the options.

        Without a level or a depth the search is as deep as a clock, or seconds or nodes of the limits, allow;
        without these it has level 21.

        >>> from reversi_engine import Board, Engine, Estimate, Limits
        >>> engine = Engine(hash_mib=16)
        >>> analysis = engine.analyze(Board().play("f5"), level=8)
        >>> analysis.best_move in ("d6", "f6"), isinstance(analysis.value, Estimate)
        (True, True)
        >>> engine.analyze(Board(), limits=Limits(nodes=10_000)).stopped
        'nodes'
        """
    def analyze_game(
        self, game: Game, *, progress: _Callback | None = None, **options: Unpack[AnalyzeOptions]
    ) -> list[AnalyzedMove]:
        """Analyzes the moves of a game, each beside the best move of its position. `limits` hold for each
        position, `total_limits` for the call; it takes the options of `analyze`.

        It goes from the end of the game to its start; `progress.done` counts the moves.

        >>> from reversi_engine import Engine, Game
        >>> turns = Engine(hash_mib=16).analyze_game(Game("f5d6c3d3c4"), depth=6)
        >>> [turn.played for turn in turns], turns[0].loss
        (['f5', 'd6', 'c3', 'd3', 'c4'], 0)
        """
    def review(
        self, game: Game, *, progress: _Callback | None = None, **options: Unpack[AnalyzeOptions]
    ) -> Review:
        """Reviews a game: the loss and the class of each move, the chances, the accuracy of each side, turning
        points, the name of the opening. It takes the options of `analyze_game`.

        >>> from reversi_engine import Engine, Game
        >>> review = Engine(hash_mib=16).review(Game("f5d6c3d3c4"), depth=6)
        >>> [move.played for move in review.moves], review.moves[0].loss, review.opening
        (['f5', 'd6', 'c3', 'd3', 'c4'], 0, 'Tiger')
        """
    def puzzle(
        self, position: Position, *, progress: _Callback | None = None, **options: Unpack[AnalyzeOptions]
    ) -> Puzzle | None:
        """Returns the puzzle of a position: all its moves are searched, and one is the best. `None` where the
        best move is not the only one, or may not be the only one because of an error of the search. The
        options are those of `analyze`.

        >>> from reversi_engine import Engine, Position
        >>> cells = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
        >>> puzzle = Engine(hash_mib=16).puzzle(Position(cells), level=10)
        >>> puzzle.best_move, puzzle.value, puzzle.proven
        ('g8', Exact(18), True)
        """
    def analyze_games(
        self,
        games: Iterable[Game],
        *,
        jobs: int = 1,
        checkpoint: _Path | None = None,
        **options: Unpack[AnalyzeOptions],
    ) -> AnalyzedGames:
        """Analyzes the moves of many games, each beside the best one: an iterator of `AnalyzedGame`, in the
        order of the games. `jobs` games are analyzed at a time, 0 for as many as the machine runs at once,
        each by an engine of one thread with the settings of this one; this one stays free.

        A position that stands in several games is searched once, in the first of them. `checkpoint` is a
        file that records the games that are done: the next run with it goes on, however this one ends.
        `limits` hold for each position, `total_limits` for the run; it takes the options of `analyze`.

        >>> from reversi_engine import Engine, Game
        >>> games = [Game("f5d6c3d3c4"), Game("f5d6c3d3c4f4f6")]
        >>> [(game.index, len(game.turns)) for game in Engine(hash_mib=1).analyze_games(games, depth=4)]
        [(0, 5), (1, 7)]
        """
    def analyze_many(
        self,
        boards: Iterable[_AnyBoard] | _Array,
        *,
        jobs: int = 1,
        checkpoint: _Path | None = None,
        **options: Unpack[AnalyzeOptions],
    ) -> AnalyzedBoards:
        """Analyzes many boards: an iterator of `Analysis`, in the order of the boards. `jobs` boards are
        analyzed at a time, as by `analyze_games`.

        Each is searched with an empty hash table, so its answer depends on nothing else; equal boards are
        searched once. Use `hash_mib=1` up to level 12: small tables are cleared quickly. `boards` is an
        iterable of boards, or an array as for `evaluate`.

        >>> from reversi_engine import Board, Engine
        >>> boards = [Board(), Board().play("f5")]
        >>> [analysis.value.depth for analysis in Engine(hash_mib=1).analyze_many(boards, depth=4)]
        [4, 4]
        """
    @overload
    def evaluate(self, boards: _AnyBoard, /, *, threads: int = 0) -> float:
        """Returns the value of a board without a search: discs, from the side to move.

        An array of shape (n, 2) and type `uint64` has a board in each row, the discs of the side to move and
        those of the other side; then the values are an array of `float32`. It is evaluated by `threads`
        threads, 0 for all that the machine runs at once, and is not copied: no other thread may write to it
        meanwhile, or the values of these rows are meaningless. `to_array` makes one.

        It does not wait for searches of the engine.

        >>> from reversi_engine import Board, Engine
        >>> abs(Engine(hash_mib=1).evaluate(Board())) < 10
        True
        """
    @overload
    def evaluate(self, boards: _Array, /, *, threads: int = 0) -> npt.NDArray[np.float32]: ...
    def human_moves(self, board: _AnyBoard, rating: int = 1500) -> HumanMoves:
        """Returns the moves that people of this rating would play, without a search. The rating is 400 to 2400;
        1500 is the median of people who play many tournament games. `human` of `analyze` has them beside the
        best moves.

        >>> from reversi_engine import Board, Engine
        >>> board = Board("--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X")
        >>> engine = Engine(hash_mib=1)
        >>> people, analysis = engine.human_moves(board), engine.analyze(board, level=10, human=1500)
        >>> analysis.human == people, len(people.moves) == len(board.legal_moves())
        (True, True)
        >>> f"{people.chance(analysis.best_move):.0%} of people of {people.rating} find {analysis.best_move}"
        '38% of people of 1500 find c6'
        """
    def ask(self, question: str, /) -> str:
        """Answers a question in JSON by JSON: everything that the engine can be asked. `schema()` has the forms.

        >>> import json
        >>> from reversi_engine import Engine, ReversiError
        >>> engine = Engine(hash_mib=1)
        >>> json.loads(engine.ask('{"moves": "f5", "ask": "legal_moves"}'))["legal_moves"]
        ['f4', 'd6', 'f6']
        >>> try:
        ...     engine.ask('{"moves": "f5", "ask": "analyze", "levle": 3}')
        ... except ReversiError as error:
        ...     print(error.code, error.field)
        unknown-field levle
        """

@final
class Opponent(_Data):
    """A human-like opponent: it plays like a person of its rating, and makes the mistakes that people make.

    `strength` is `"beginner"`, `"casual"`, `"intermediate"`, `"club"`, `"tournament"`, `"expert"` or
    `"master"`: names of ratings. Or `rating` is 400 to 2400; 1500 is the median of people who play many
    tournament games, 2400 is without mistakes. The same seed gives the same moves on every machine.

    >>> from reversi_engine import Engine, Game, Opponent
    >>> Opponent("club").rating, Opponent(rating=1350).strength
    (1400, None)
    >>> game, opponent = Game("f5"), Opponent("casual", seed=1)
    >>> game.play(opponent.choose(Engine(hash_mib=1), game))
    >>> len(game)
    2
    """
    @overload
    def __new__(cls, strength: Strength, *, seed: int | str = 0) -> Self: ...
    @overload
    def __new__(cls, *, rating: int, seed: int | str = 0) -> Self: ...
    @property
    def rating(self) -> int:
        """The rating of the opponent, from 400 to 2400."""
    @property
    def strength(self) -> Strength | None:
        """The name of the rating; `None` if it has none."""
    @property
    def seed(self) -> int:
        """The seed with which a new opponent goes on as this one would."""
    def choose(
        self, engine: Engine, board: _AnyBoard, /, *, limits: Limits | LimitsOptions | None = None
    ) -> str | None:
        """Chooses the move of the opponent by a search of this engine: `"ps"` if it must pass, `None` if the
        game is over.
        """

def solve(board: _AnyBoard, /) -> Solution:
    """Proves the score of a position, without limits: see `Engine.solve`. Ctrl-C ends it.

    Up to about 26 empties take seconds; each further one takes about three times as long.

    >>> import reversi_engine as re
    >>> board = re.Board("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")
    >>> re.solve(board).value
    Exact(18)
    """
@final
class VerifiedProof(_Data):
    """A proof that was checked. It is about this position and this claim: compare them with what you have asked."""

    @property
    def position(self) -> Position:
        """The position."""
    @property
    def claim(self) -> ClaimName:
        """The claim about the score of the side to move: `"at-least"`, `"at-most"` or `"exactly"` this `score`."""
    @property
    def score(self) -> int:
        """The number of the claim."""
    @property
    def leaf_empties(self) -> int:
        """The number of empty squares from which on the checker has searched."""
    @property
    def positions(self) -> int:
        """The positions with more empty squares than that."""
    @property
    def leaves(self) -> int:
        """The positions that the checker has searched."""

def verify(
    proof: bytes | bytearray, /, *, threads: int | None = None, positions: int | None = None
) -> VerifiedProof:
    """Checks a proof by the rules of the game alone: no search of an engine is asked. Raises `ProofError` if
    it proves nothing.

    `positions` is the maximum number of positions of the proof: the widest level takes about 100 bytes for
    each.

    >>> from reversi_engine import ProofError, verify
    >>> try:
    ...     verify(b"reversi-proof 2 00000000")
    ... except ProofError as error:
    ...     print(error.code)
    proof-format
    """
@overload
def evaluate(boards: _AnyBoard, /, *, threads: int = 0) -> float:
    """Returns the value of a board, or of an array of boards, by the network of the package: see
    `Engine.evaluate`.

    >>> import reversi_engine as re
    >>> re.evaluate(re.Board()) == re.Engine(hash_mib=1).evaluate(re.Board())
    True
    """
@overload
def evaluate(boards: _Array, /, *, threads: int = 0) -> npt.NDArray[np.float32]: ...
def to_array(boards: Iterable[_AnyBoard], /) -> _Array:
    """Makes an array of shape (n, 2) and type `uint64`: the discs of the side to move and of the other side.

    >>> from reversi_engine import Board, from_array, to_array
    >>> array = to_array([Board(), Board().play("f5")])
    >>> array.shape, array.dtype.name, from_array(array)[0] == Board()
    ((2, 2), 'uint64', True)
    """
def expected_nodes(empties: int, /) -> float:
    """Returns the mean nodes of an exact solve with this number of empties and an empty hash table, positions of
    random games: an estimate. A core searches some 20 million a second.

    >>> from reversi_engine import expected_nodes
    >>> expected_nodes(20) > 10 * expected_nodes(16)
    True
    """
def in_shard(
    boards: Iterable[_AnyBoard] | _Array, number: int, of: int, /
) -> npt.NDArray[np.bool_]:
    """Checks which boards belong to shard `number`, from 1, of `of` shards: a `bool` for each. A board belongs
    to the same shard whatever its place, its file or its neighbours are, and in `reversi solve --shard`.

    `boards` is an iterable of boards, or an array as for `evaluate`.

    >>> from reversi_engine import Board, in_shard
    >>> [bool(in_shard([Board()], number, 2)[0]) for number in (1, 2)].count(True)
    1
    """
def from_array(array: _Array, /) -> list[Board]:
    """Returns the boards of an array of shape (n, 2) and type `uint64`."""
def read_games(
    source: _Path | bytes | bytearray | None = None,
    /,
    *,
    text: str | None = None,
    strict: bool = False,
    open_side: bool = False,
    skip_bad: bool = False,
    players: list[str] | None = None,
    tournaments: list[str] | None = None,
) -> Records:
    """Reads games and positions in any notation: files of WTHOR, GGF, SGF, JSON, OBF, FEN, boards and moves
    in all spellings, with names and comments around. A position is a game without moves.

    `source` is a path, or the content as bytes; `text` is given in place of it. A bad record raises a
    `ParseError` when it is reached, with its file, line, offset and ply; the next records can still be read.
    With `skip_bad` the errors are in `skipped` of the iterator.

    Text beside the moves is passed over, and is in `notes` of the record; `strict` makes it an error. A
    board may leave open who is to move with `open_side`. `players` and `tournaments` are the names of
    games of WTHOR: see `read_names`.

    >>> from reversi_engine import read_games
    >>> games = read_games(text="Ada vs Bo: 1. F5 D6 2. C3\\nf5a1\\nf5f6\\n", skip_bad=True)
    >>> [(record.game, record.line, record.notes) for record in games]
    [(Game('f5d6c3'), 1, [('text', 0, 'Ada vs Bo')]), (Game('f5f6'), 3, [])]
    >>> games.skipped[0].line, games.skipped[0].ply, games.skipped[0].code
    (2, 2, 'illegal-move')
    """
def read_obf(path: _Path, /) -> list[ObfLine]:
    """Reads a file of problems (OBF), a line each. Blank lines and comments are passed over. An error has the
    file and the line.

    >>> import pathlib, tempfile
    >>> from reversi_engine import ParseError, read_obf
    >>> file = pathlib.Path(tempfile.mkdtemp(), "two.obf")
    >>> start = "---------------------------OX------XO--------------------------- X;"
    >>> _ = file.write_text(f"{start}\\n{start}")
    >>> len(read_obf(file))
    2
    >>> _ = file.write_text(f"{start}\\nnonsense")
    >>> try:
    ...     read_obf(file)
    ... except ParseError as error:
    ...     print(error.file == str(file), error.line, error.offset)
    True 2 0
    """
def read_ggf(text: str, /) -> list[GgfGame]:
    """Reads the games of a text in GGF."""
def read_wtb(data: bytes | bytearray, /) -> list[WthorGame]:
    """Reads the games of the bytes of a `.wtb` file of the WTHOR data base.

    >>> from reversi_engine import ParseError, read_wtb
    >>> try:
    ...     read_wtb(b"short")
    ... except ParseError as error:
    ...     print(error.offset)
    5
    """
def read_names(data: bytes | bytearray, /) -> list[str]:
    """Reads the names of a `.jou` file, the players of the WTHOR data base, or of a `.trn` file, its
    tournaments. `WthorGame` has their numbers.
    """
def square_index(square: _Move, /) -> int:
    """Returns the number of a square: A1 is 0, B1 is 1, H8 is 63. It is the number of its bit.

    >>> from reversi_engine import square_index, square_name
    >>> square_index("f5"), square_name(37)
    (37, 'f5')
    """
def square_name(index: SupportsIndex, /) -> str:
    """Returns the name of the square with this number."""
def squares(mask: SupportsIndex, /) -> list[str]:
    """Returns the names of the squares of a set, from A1 to H8.

    >>> from reversi_engine import Board, square_index, squares
    >>> squares(Board().legal_squares)
    ['d3', 'c4', 'f5', 'e6']
    >>> [square_index(square) for square in squares(0b101)]
    [0, 2]
    """
def mask_of(squares: Iterable[_Move], /) -> int:
    """Returns the set of these squares: `squares` in reverse.

    >>> from reversi_engine import mask_of
    >>> hex(mask_of(["a1", "h1", "a8", "h8"]))
    '0x8100000000000081'
    """
def move_index(move: _Move, /) -> int:
    """Returns the number of a move: the number of its square, or 64 for a pass, as in `reversi_engine.arrays`.

    Calls that take a move also take its number.

    >>> from reversi_engine import Board, move_index, move_name
    >>> move_index("f5"), move_name(64), Board().play(37) == Board().play("f5")
    (37, 'ps', True)
    """
def move_name(index: SupportsIndex, /) -> str:
    """Returns the move with this number, from 0 to 64."""
def perft(board: _AnyBoard, depth: int, /) -> int:
    """Counts the sequences of moves of this length from a board. A pass is a move; a game that ends earlier
    counts once.

    >>> from reversi_engine import Board, perft
    >>> perft(Board(), 5)
    1396
    """
def schema() -> str:
    """Returns the JSON Schema of questions and answers: see `Engine.ask`."""
def _interrupted(text: str, /) -> Interrupted: ...

# The compiled half of `arrays.py`.
def _array_bytes(rule: str, boards: _Array, out: npt.NDArray[np.uint8], threads: int) -> None: ...
def _array_canonical(boards: _Array, out: _Array, threads: int) -> None: ...
def _array_cells(boards: _Array, out: npt.NDArray[np.int8], threads: int) -> None: ...
def _array_choose(
    rating: int | None,
    boards: _Array,
    draws: _Array,
    out: npt.NDArray[np.uint8],
    threads: int,
) -> None: ...
def _array_flips(boards: _Array, moves: npt.NDArray[np.uint8], out: _Array, threads: int) -> None: ...
def _array_from_cells(cells: npt.NDArray[np.int8], out: _Array, threads: int) -> None: ...
def _array_move_scores(level: int, boards: _Array, out: npt.NDArray[np.int8], threads: int) -> None: ...
def _array_moves_of(
    games: Iterable[Game | GgfGame | WthorGame | str],
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]: ...
def _array_moves_of_wthor(
    data: bytes | bytearray, path: PathLike[str] | None
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]: ...
def _array_pack(cells: npt.NDArray[np.uint8], out: _Array, threads: int) -> None: ...
def _array_perft(boards: _Array, depth: int, out: _Array, threads: int) -> None: ...
def _array_planes_f32(
    boards: _Array, names: list[str], out: npt.NDArray[np.float32], threads: int
) -> None: ...
def _array_planes_u8(
    boards: _Array, names: list[str], out: npt.NDArray[np.uint8], threads: int
) -> None: ...
def _array_play(boards: _Array, moves: npt.NDArray[np.uint8], out: _Array, threads: int) -> None: ...
def _array_random_games(
    count: int, seed: int, first: int, starts: _Array, threads: int
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]: ...
def _array_replay(
    moves: npt.NDArray[np.uint8],
    offsets: npt.NDArray[np.int64],
    starts: _Array,
    start_sides: npt.NDArray[np.uint8],
    boards: _Array,
    legal: _Array,
    flips: _Array,
    sides: npt.NDArray[np.uint8],
    plies: npt.NDArray[np.uint8],
    ends: _Array,
    threads: int,
) -> None: ...
def _array_transform(boards: _Array, symmetry: int, out: _Array, threads: int) -> None: ...
def _array_transform_each(
    boards: _Array, symmetries: npt.NDArray[np.uint8], out: _Array, threads: int
) -> None: ...
def _array_unpack_f32(sets: _Array, out: npt.NDArray[np.float32], threads: int) -> None: ...
def _array_unpack_u8(sets: _Array, out: npt.NDArray[np.uint8], threads: int) -> None: ...
def _array_words(rule: str, boards: _Array, out: _Array, threads: int) -> None: ...

# The compiled half of `features.py`.
def _feature_counts(
    boards: _Array, names: list[str], out: npt.NDArray[np.float32], threads: int
) -> None: ...
def _feature_heads(
    weights: Weights,
) -> tuple[
    npt.NDArray[np.int16],
    npt.NDArray[np.int8],
    npt.NDArray[np.int32],
    npt.NDArray[np.int16],
    npt.NDArray[np.int16],
    npt.NDArray[np.int32],
]: ...
def _feature_human_moves(
    boards: _Array, ratings: npt.NDArray[np.uint32], out: npt.NDArray[np.float32], threads: int
) -> None: ...
def _feature_layers(
    weights: Weights,
    boards: _Array,
    sums: npt.NDArray[np.int16],
    inputs: npt.NDArray[np.uint8],
    hidden: npt.NDArray[np.uint8],
    values: npt.NDArray[np.int32],
    threads: int,
) -> None: ...
def _feature_list() -> list[tuple[str, str, str]]: ...
def _feature_pattern_list() -> list[tuple[str, list[str]]]: ...
def _feature_patterns(boards: _Array, out: npt.NDArray[np.uint16], threads: int) -> None: ...
def _feature_regions(
    boards: _Array, ids: npt.NDArray[np.int8], sizes: npt.NDArray[np.uint8], threads: int
) -> None: ...
def _feature_sets(boards: _Array, names: list[str], out: _Array, threads: int) -> None: ...
def _feature_values(
    weights: Weights, boards: _Array, out: npt.NDArray[np.float32], threads: int
) -> None: ...
def _feature_width(weights: Weights) -> int | None: ...

@final
class Session:
    """A game of two sides, each a person or an engine, with what a board needs: whose turn it is, clocks,
    undo and redo, resignation, and a record at the end. It owns no engine and no thread.

    A player is `"person"`, an `Opponent`, or a mapping of the options of `Engine.analyze`. `due` is the next
    step. A forced pass is a move of its own, for persons and engines alike; a square that is played while a
    pass is due plays the pass first.

    A session is data: `to_json`, `pickle` and `copy.copy` keep all of it. The watch of the copy is stopped.

    >>> from reversi_engine import Engine, Opponent, Session
    >>> engine = Engine(hash_mib=1)
    >>> session = Session(white=Opponent("casual", seed=7))
    >>> while session.due != "over":
    ...     if session.due == "person":
    ...         session.play(session.legal_moves()[0])
    ...     elif session.due == "engine":
    ...         played = session.engine_move(engine)
    ...     else:
    ...         session.pass_()
    >>> session.result.ending
    'no_moves'
    """
    def __new__(
        cls, game: Game | None = None, /, *, black: _Player = "person", white: _Player = "person"
    ) -> Self: ...
    @classmethod
    def from_ggf(cls, text: str, *, black: _Player = "person", white: _Player = "person") -> Session:
        """Makes a session that continues a record in GGF: with its names, times and evaluations, without clocks.
        A record of losing Othello or of another board is refused.

        >>> from reversi_engine import Game, Session
        >>> session = Session.from_ggf(Game("f5d6").ggf(PB="Ada"))
        >>> session.name("black"), session.moves
        ('Ada', ['f5', 'd6'])
        """
    def ggf(self) -> str:
        """Returns the record in GGF: names, result, time control, and for each move its time and evaluation, if
        they are known.
        """
    @property
    def due(self) -> Due:
        """The next step: `"person"` or `"engine"` if one chooses a move, `"pass"` if the side to move has to
        pass, `"over"` if the game is over. The side is in `position`.
        """
    @property
    def game(self) -> Game:
        """The game so far, a copy."""
    @property
    def position(self) -> Position:
        """The position on the board."""
    @property
    def moves(self) -> list[str]:
        """The moves so far, a pass as `"ps"`."""
    @property
    def last_move(self) -> str | None:
        """The last move, or pass; `None` at the start."""
    def legal_moves(self) -> list[str]:
        """Returns the moves of the side to move, from A1 to H8; `["ps"]` if it must pass, none if the game is
        over.
        """
    def discs(self, color: _Color, /) -> int:
        """Returns the discs of a side."""
    @property
    def result(self) -> GameResult | None:
        """The result; `None` while the game goes on."""
    def play(self, move: _Move, /, *, seconds: float | None = None) -> None:
        """Plays a move, or a forced pass. It takes these seconds if they are given, otherwise the time of the
        turn.

        Raises `IllegalMoveError`, and `SessionError` if the game is over, or if the clock has run out: the
        move is not played then, and the game is over.

        >>> from reversi_engine import Clock, Session
        >>> session = Session()
        >>> session.set_clock("black", Clock(60, 2))
        >>> session.play("f5", seconds=12)
        >>> session.time_left("black"), session.time_left("white")
        (50.0, None)
        """
    def pass_(self) -> None:
        """Plays the pass that is due."""
    def undo(self) -> bool:
        """Takes back the last thing that happened: a resignation, the loss on time, or a move. The clocks are
        what they were as the turn began. Returns whether there was something to take back.
        """
    def redo(self) -> bool:
        """Plays a move again that was taken back. Returns whether there was one."""
    def undo_to_person(self) -> bool:
        """Takes back moves to the last choice of a person, which is due again. Returns whether there was one;
        if not, nothing changes.
        """
    def redo_to_person(self) -> bool:
        """Plays moves again up to the next choice of a person, or as many as were taken back. Returns whether
        there was one.
        """
    @property
    def moves_to_redo(self) -> int:
        """How many moves can be played again."""
    def resign(self, color: _Color, /) -> None:
        """Ends the game: this side has lost."""
    def clock(self, color: _Color, /) -> Clock | None:
        """Returns the clock of a side as its turn began; `None` without a clock. `time_left` is what it shows
        now.
        """
    def set_clock(self, color: _Color, clock: _Clock | None, /) -> None:
        """Sets the clock of a side, or takes it away. Without a clock a side cannot run out of time."""
    def time_left(self, color: _Color, /) -> float | None:
        """Returns the seconds that the clock of a side shows, the time of the turn so far subtracted; `None`
        without a clock.
        """
    @property
    def time_of_turn(self) -> float:
        """The seconds of the turn so far."""
    def resume(self) -> None:
        """Starts the watch: from now on time passes for the side to move, and each move hands it over. The watch
        of a new session is stopped: only the seconds that the caller names and the seconds of an engine's
        searches count.
        """
    def pause(self) -> None:
        """Stops the watch. The time of the turn so far is kept."""
    @property
    def runs(self) -> bool:
        """True if the watch runs."""
    def tick(self) -> Due:
        """Looks at the clock: ends the game if the side that thinks has run out of time. Returns the next step."""
    def player(self, color: _Color, /) -> _Player:
        """Returns who moves for a side: `"person"`, an `Opponent`, or the options of an analysis."""
    def set_player(self, color: _Color, player: _Player, /) -> None:
        """Changes who moves for a side, at any time."""
    def name(self, color: _Color, /) -> str:
        """Returns the name of a side. Without one of its own, an engine has the name of this library, a person
        an empty one.
        """
    def set_name(self, color: _Color, name: str, /) -> None:
        """Names a side."""
    @property
    def variety(self) -> tuple[str, int]:
        """Which moves of a book the engines take, and the seed of their choice."""
    def set_variety(self, variety: str, /, *, seed: int = 0) -> None:
        """Chooses which moves of a book the engines take: `"best"`, or in discs `"within:2"` or
        `"weighted:1"`. Take another seed for each game.
        """
    def request(self) -> AnalyzeOptions | None:
        """Returns the options of `Engine.analyze` that the engine of the side to move asks for, its clock
        included; `None` if a person moves for that side, or the game is over. Give the analysis to `answer`.

        >>> from reversi_engine import Engine, Session
        >>> session = Session(black={"depth": 4})
        >>> analysis = Engine(hash_mib=1).analyze(session.position, **session.request())
        >>> session.answer(analysis).move == session.last_move
        True
        """
    def answer(self, analysis: Analysis, /) -> EngineMove:
        """Chooses a move of the analysis that `request` asked for, and plays it. If the watch is stopped, the
        move took as long as the analysis.
        """
    def choose(self, analysis: Analysis, /) -> str | None:
        """Chooses a move of an analysis as the engine of the side to move does, and does not play it; `None`
        if the game is over. An `Opponent` draws its next mistake.
        """
    def engine_move(
        self, engine: Engine, /, *, limits: Limits | LimitsOptions | None = None, progress: _Callback | None = None
    ) -> EngineMove:
        """Lets the engine choose and play the move that is due, by the options of its player and its clock.
        When a limit ends the search, or `progress` returns `False`, the best move so far is played.

        Other threads may use the session meanwhile; if the position changes, `SessionError` is raised.

        >>> from reversi_engine import Engine, Session
        >>> session = Session(black={"depth": 4})
        >>> played = session.engine_move(Engine(hash_mib=1))
        >>> played.value.depth, session.due
        (4, 'person')
        """
    def to_json(self) -> str:
        """Returns the session as JSON: the fields of `stored_session` of the schema."""
    @classmethod
    def from_json(cls, text: str) -> Session:
        """Reads a session from JSON, of which each field may be left out. Contradictory data is refused.

        >>> from reversi_engine import Session
        >>> Session.from_json('{"game": {"moves": "f5d6"}, "players": {"white": {"engine": {"level": 8}}}}')
        <Session f5d6, person is due>
        """
    def __copy__(self) -> Session: ...
    def __deepcopy__(self, memo: Any, /) -> Session: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class EngineMove(_Data):
    """The move of an engine in a session."""
    @property
    def position(self) -> Position:
        """The position before the move."""
    @property
    def move(self) -> str:
        """The move, which is played."""
    @property
    def value(self) -> _Value:
        """The value of the move: with an `Opponent`, which makes mistakes, not always the best one."""
    @property
    def analysis(self) -> Analysis:
        """The analysis that it was chosen from."""

@final
class GameResult(_Data):
    """The result of a game that is over.

    >>> from reversi_engine import Session
    >>> session = Session()
    >>> session.resign("black")
    >>> session.result.winner, session.result.score, str(session.result)
    ('white', -64, 'white wins: black has resigned')
    """
    @property
    def score(self) -> int:
        """The score from black's side, empties to the winner. A side that has resigned or has run out of time
        has lost by 64.
        """
    @property
    def ending(self) -> Ending:
        """The reason why the game has ended: `"no_moves"`, `"resignation"` or `"time"`."""
    @property
    def winner(self) -> _Color | None:
        """The side that has won; `None` for a draw."""
    def __hash__(self) -> int: ...  # type: ignore[override]
