"""``genastar new``: a domain plugin to begin with.

The template is a working plugin, `genastar_template`: in the repository ``plugins/_template``, in a wheel the folder
``_template`` of this package. A new plugin is a copy of it under another name.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from genastar.cli.console import say
from genastar.errors import BadInput
from genastar.files import AnyPath
from genastar.plugin import DOMAINS, plugins

_LONGEST = 40


def new(
    name: Annotated[str, Parameter(name="NAME", help="What the domain is to be called: my-maze, say.")],
    /,
    *,
    into: Annotated[Path, Parameter(help="The folder to make it in; by default the one you are in.")] = Path(),
) -> None:
    """Start a domain of your own: a folder genastar-NAME with a complete plugin, which passes its tests."""
    _check_name(name)
    folder = make_plugin(name, into)
    package = f"genastar_{name.replace('-', '_')}"
    say(f"{folder}: the domain {name}, which passes its tests as it stands; make it yours in src/{package}")
    say(f"  pip install --editable '{folder}[test]'")
    say(f"  pytest {folder}")
    say(f"  genastar check {name}")
    say(f"  genastar solve {folder / 'tests' / 'data' / f'pond.{name}.txt'} --out pond.png")


def make_plugin(name: str, into: AnyPath) -> Path:
    """A copy of the template under another name, whole or not at all: the folder ``genastar-NAME``.

    Raises:
        BadInput: the folder exists, or it cannot be written there.
    """
    into = Path(into)
    target = into / f"genastar-{name}"
    if target.exists():
        raise BadInput(f"{target}: this exists already; choose another name, or another folder with --into")
    if not into.is_dir():
        raise BadInput(f"{into}: there is no such folder; make it, or choose another with --into")
    try:
        with tempfile.TemporaryDirectory(dir=into, prefix=".genastar-new-") as beside:
            whole = Path(beside, target.name)
            for path, content in _renamed(name):
                (whole / path).parent.mkdir(parents=True, exist_ok=True)
                (whole / path).write_text(content, encoding="utf-8", newline="\n")
            whole.rename(target)
    except OSError as error:
        raise BadInput(f"{target}: cannot write here: {error.strerror or error}") from error
    return target


def template() -> Path:
    """The folder of the template."""
    package = Path(__file__).parents[1]
    inside = package / "_template"
    return inside if inside.is_dir() else package.parent / "plugins" / "_template"


def _renamed(name: str) -> Iterator[tuple[str, str]]:
    """The files of the template under another name: paths, with ``/``, and contents."""
    names = {
        "genastar_template": f"genastar_{name.replace('-', '_')}",
        "Template": "".join(map(str.capitalize, name.split("-"))),
        "template": name,
    }

    def rename(text: str) -> str:
        return re.sub("|".join(names), lambda found: names[found[0]], text)

    root = template()
    for path in sorted(root.rglob("*")):
        place = path.relative_to(root)
        leavings = any(part.startswith((".", "__pycache__")) for part in place.parts)  # of tools, and of an installation
        if path.is_file() and not leavings:
            yield rename(place.as_posix()), rename(path.read_text(encoding="utf-8"))


def _check_name(name: str) -> None:
    """Refuse what is no name, or one that something installed has."""
    if len(name) > _LONGEST or not re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise BadInput(
            f"{name[:_LONGEST]!r} is no name for a domain; expected lower-case letters and digits, a letter first, and hyphens "
            f"between words, as in my-maze: {_LONGEST} characters at the most"
        )
    taken = plugins(DOMAINS).get(name)
    if taken is not None:
        raise BadInput(f"a domain {name!r} is installed, of {taken.distribution} {taken.version}; choose another name")
    package = f"genastar_{name.replace('-', '_')}"
    if find_spec(package) is not None:
        raise BadInput(f"a package {package} is installed; choose another name than {name!r}")
