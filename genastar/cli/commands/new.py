"""The command ``genastar new`` creates a domain plugin from the template.

The template is a working plugin, `genastar_template`. It lies in ``plugins/_template`` of the repository, and in the folder
``_template`` of this package in a wheel. A new plugin is a copy of the template under another name.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from genastar.cli.console import print_line
from genastar.errors import BadInput
from genastar.files import AnyPath
from genastar.plugin import DOMAINS, find_plugins

_LONGEST = 40


def new(
    name: Annotated[str, Parameter(name="NAME", help="Name of the domain: lower-case words and hyphens, such as my-maze.")],
    /,
    *,
    into: Annotated[Path, Parameter(help="Folder to create it in (default: the current folder).")] = Path(),
) -> None:
    """Create a folder genastar-NAME with a complete domain plugin, which passes its tests."""
    _check_name(name)
    folder = make_plugin(name, into)
    package = f"genastar_{name.replace('-', '_')}"
    print_line(f"{folder}: created the domain {name}; edit src/{package}")
    print_line(f"  pip install --editable '{folder}[test]'")
    print_line(f"  pytest {folder}")
    print_line(f"  genastar check {name}")
    print_line(f"  genastar solve {folder / 'tests' / 'data' / f'pond.{name}.txt'} --out pond.png")


def make_plugin(name: str, into: AnyPath) -> Path:
    """Copy the template to the folder ``genastar-NAME``, whole or not at all, and return the folder.

    Raises:
        BadInput: the folder exists, or cannot be written.
    """
    into = Path(into)
    target = into / f"genastar-{name}"
    if target.exists():
        raise BadInput(f"{target}: this folder exists already; choose another name, or another folder with --into")
    if not into.is_dir():
        raise BadInput(f"{into}: there is no such folder; create it, or choose another with --into")
    try:
        with tempfile.TemporaryDirectory(dir=into, prefix=".genastar-new-") as beside:
            whole = Path(beside, target.name)
            for path, content in _rename_files(name):
                (whole / path).parent.mkdir(parents=True, exist_ok=True)
                (whole / path).write_text(content, encoding="utf-8", newline="\n")
            whole.rename(target)
    except OSError as error:
        raise BadInput(f"{target}: cannot write here: {error.strerror or error}") from error
    return target


def find_template() -> Path:
    """Return the folder of the template."""
    package = Path(__file__).parents[2]
    inside = package / "_template"
    return inside if inside.is_dir() else package.parent / "plugins" / "_template"


def _rename_files(name: str) -> Iterator[tuple[str, str]]:
    """Yield the files of the template under another name: their paths, with ``/``, and contents."""
    names = {
        "genastar_template": f"genastar_{name.replace('-', '_')}",
        "Template": "".join(map(str.capitalize, name.split("-"))),
        "template": name,
    }

    def rename(text: str) -> str:
        return re.sub("|".join(names), lambda found: names[found[0]], text)

    root = find_template()
    for path in sorted(root.rglob("*")):
        place = path.relative_to(root)
        leavings = any(part.startswith((".", "__pycache__")) for part in place.parts)  # of tools and of an installation
        if path.is_file() and not leavings:
            yield rename(place.as_posix()), rename(path.read_text(encoding="utf-8"))


def _check_name(name: str) -> None:
    """Raise BadInput unless the name is valid for a domain, and not taken."""
    if len(name) > _LONGEST or not re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise BadInput(
            f"{name[:_LONGEST]!r} is no name for a domain; expected lower-case letters and digits, a letter first, and hyphens "
            f"between words, as in my-maze, and at most {_LONGEST} characters"
        )
    taken = find_plugins(DOMAINS).get(name)
    if taken is not None:
        raise BadInput(f"a domain named {name!r} is installed, by {taken.distribution} {taken.version}; choose another name")
    package = f"genastar_{name.replace('-', '_')}"
    if find_spec(package) is not None:
        raise BadInput(f"a package named {package} is installed; choose another name than {name!r}")
