"""The cache on disk under attack: foreign entries, full disks, forks, races."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import tempfile
import warnings
from pathlib import Path

import pytest
from processes import run_python

from genastar.engine import machine_code
from genastar_compiled.storage import disk

pytestmark = [pytest.mark.long, pytest.mark.skipif(os.name != "posix", reason="forks, modes and owners are POSIX's")]
AS_ROOT = pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give a file to another user")


def test_what_is_made_is_the_users_own(tmp_path: Path) -> None:
    done = run_python(tmp_path, "import os; os.umask(0); import kernels; print(kernels.twice(4))")
    assert done.stdout == "8\n", done.stderr
    folder = tmp_path / "cache" / "compiled"
    (entry,) = folder.iterdir()
    assert [stat.S_IMODE(path.stat().st_mode) for path in (folder.parent, folder, entry)] == [0o700, 0o700, 0o600]


def twice_with(folder: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], int]:
    """The warnings of two functions with a cache there, and how many entries lie there afterwards."""

    def twice(number: int) -> int:
        return 2 * number

    def thrice(number: int) -> int:
        return 3 * number

    monkeypatch.setenv("GENASTAR_CACHE_DIR", str(folder))
    monkeypatch.setattr(disk, "_warned", set())
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert [machine_code(twice)(4), machine_code(thrice)(4), machine_code(twice)(5)] == [8, 12, 10]
    entries = folder / "compiled"
    return [str(warning.message) for warning in caught], len(list(entries.iterdir())) if entries.exists() else 0


def test_what_is_no_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cache").touch()
    (tmp_path / "cache").chmod(0o666)
    (said,), _ = twice_with(tmp_path / "cache", monkeypatch)
    assert said.endswith(f"{tmp_path / 'cache'} is no folder; name a folder of your own")


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
@pytest.mark.parametrize("which", ["cache", "cache/compiled"])
def test_a_folder_that_others_can_write_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, which: str, mode: int
) -> None:
    (tmp_path / "cache" / "compiled").mkdir(parents=True, mode=0o700)
    (tmp_path / which).chmod(mode)
    (said,), entries = twice_with(tmp_path / "cache", monkeypatch)
    assert "\n" not in said
    assert f"others can write to {tmp_path / which} (mode {mode:o})" in said
    assert f"chmod go-w {tmp_path / which}" in said
    assert entries == 0


def test_a_sticky_folder_around_it_is_fine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tmp").mkdir()
    (tmp_path / "tmp").chmod(0o1777)
    assert twice_with(tmp_path / "tmp", monkeypatch) == ([], 2)
    (tmp_path / "tmp" / "compiled").chmod(0o1777)
    assert len(twice_with(tmp_path / "tmp", monkeypatch)[0]) == 1


@AS_ROOT
@pytest.mark.parametrize("which", ["cache", "cache/compiled"])
def test_a_folder_of_another_user_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, which: str) -> None:
    (tmp_path / "cache" / "compiled").mkdir(parents=True, mode=0o700)
    os.chown(tmp_path / which, 12345, -1)
    (said,), entries = twice_with(tmp_path / "cache", monkeypatch)
    assert f"{tmp_path / which} belongs to user 12345" in said
    assert entries == 0


@pytest.mark.parametrize("foreign", ["mode", pytest.param("owner", marks=AS_ROOT)])
def test_a_foreign_file_is_not_run(tmp_path: Path, foreign: str) -> None:
    """As the attack had it: a pickle that another user left, under the name of an entry and with a seal that fits."""
    assert run_python(tmp_path, "import kernels; kernels.twice(4)").returncode == 0
    (entry,) = (tmp_path / "cache" / "compiled").iterdir()
    pickled = b"cposix\nsystem\n(S'touch evil'\ntR."
    disk.write(entry.parent, entry.stem, pickled)
    assert entry.read_bytes().endswith(pickled)
    if foreign == "owner":
        os.chown(entry, 12345, -1)
    else:
        entry.chmod(0o666)
    done = run_python(tmp_path, "import kernels; print(kernels.twice(4), kernels.twice(5))")
    assert (done.returncode, done.stdout) == (0, "8 10\n"), done.stderr
    assert done.stderr.count("not kept") == 1
    assert not (tmp_path / "evil").exists()
    assert not entry.read_bytes().endswith(pickled)  # what was compiled anew has taken its place
    assert (entry.stat().st_uid, stat.S_IMODE(entry.stat().st_mode)) == (os.getuid(), 0o600)


@AS_ROOT
def test_what_root_keeps_for_all_is_used(tmp_path: Path) -> None:
    folder = tmp_path / "cache" / "compiled"
    folder.mkdir(parents=True, mode=0o755)
    disk.write(folder, "entry", b"content")
    reading = """
        import os, sys
        from pathlib import Path
        from genastar_compiled.storage import disk
        os.setresuid(12345, 12345, 12345)
        folder = Path.cwd() / "cache" / "compiled"
        disk.check_folder(folder)
    """
    assert run_python(tmp_path, reading).returncode == 0


def test_a_full_disk_is_no_cache(tmp_path: Path) -> None:
    limited = """
        import resource, os
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        import kernels
        print(kernels.twice(4), kernels.seven_times(2))
    """
    done = run_python(tmp_path, limited, PYTHONDONTWRITEBYTECODE="1")
    assert (done.returncode, done.stdout, done.stderr) == (0, "8 14\n", "")
    assert list((tmp_path / "cache" / "compiled").iterdir()) == []


@AS_ROOT
def test_a_file_system_without_room_is_no_cache(tmp_path: Path) -> None:
    full = tmp_path / "cache"
    full.mkdir()
    mount = shutil.which("mount")
    tmpfs = [mount or "mount", "-t", "tmpfs", "-o", "size=8k,mode=0700", "tmpfs", str(full)]
    if mount is None or subprocess.run(tmpfs, capture_output=True, check=False).returncode != 0:
        pytest.skip("no file system can be mounted here")
    try:
        (full / "filler").write_bytes(bytes(8192))
        done = run_python(tmp_path, "import kernels; print(kernels.twice(4), kernels.seven_times(2))")
        assert (done.returncode, done.stdout, done.stderr) == (0, "8 14\n", "")
        assert list((full / "compiled").iterdir()) == []
    finally:
        subprocess.run(["umount", str(full)], check=True)


@AS_ROOT
def test_a_read_only_folder_is_read_and_not_written(tmp_path: Path) -> None:
    """A user who may read what root keeps, and may not write there."""
    as_another = """
        import os, sys
        from genastar_compiled.compiler.code import target
        import kernels
        kept = os.environ["GENASTAR_CACHE_DIR"]
        os.environ["GENASTAR_CACHE_DIR"] = os.path.join(os.getcwd(), "another")
        kernels.three_times(2)  # imports what the other user may not be able to read
        os.environ["GENASTAR_CACHE_DIR"] = kept
        os.setresuid(12345, 12345, 12345)
        before = target._compiled
        compiled = []
        target._compiled = lambda text: (compiled.append(1), before(text))[1]
        print(kernels.twice(4), len(compiled), kernels.seven_times(2), len(compiled))
    """
    with tempfile.TemporaryDirectory() as name:  # pytest's own folders are for root alone
        folder = Path(name)
        folder.chmod(0o755)
        assert run_python(folder, "import kernels; kernels.twice(4)", PYTHONDONTWRITEBYTECODE="1").returncode == 0
        (entry,) = (folder / "cache" / "compiled").iterdir()
        for path in (entry.parent.parent, entry.parent):
            path.chmod(0o755)
        entry.chmod(0o644)
        if not all(parent.stat().st_mode & stat.S_IXOTH for parent in folder.resolve().parents):
            pytest.skip("another user cannot reach the folder for temporary files")
        done = run_python(folder, as_another, PYTHONDONTWRITEBYTECODE="1")
        assert (done.returncode, done.stdout, done.stderr) == (0, "8 0 14 1\n", "")
        assert list(entry.parent.iterdir()) == [entry]


def test_two_processes_that_compile_at_once(tmp_path: Path) -> None:
    racing = """
        import os, kernels
        children = []
        for _ in range(4):
            child = os.fork()
            if child == 0:
                assert (kernels.twice(4), kernels.seven_times(2)) == (8, 14)
                os._exit(0)
            children.append(child)
        print([os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children])
    """
    done = run_python(tmp_path, racing)
    assert (done.stdout, done.stderr) == ("[0, 0, 0, 0]\n", "")
    assert len(list((tmp_path / "cache" / "compiled").iterdir())) == 2


def test_a_child_that_is_forked_after_compiling_searches_on(tmp_path: Path) -> None:
    """A workspace that the parent uses, a solver that it compiled, and one that it did not."""
    forking = """
        import multiprocessing, os, sys
        from attrs import frozen
        from genastar import AStar, Workspace

        @frozen
        class Line(AStar):
            goal: int
            def add_neighbours(self, node, open_list):
                open_list.relax(node.position + 1, node.cost.travelled + 1)
                open_list.relax(node.position - 1, node.cost.travelled + 1)
            def is_destination(self, position):
                return position == self.goal

        class Other(Line):
            pass

        workspace = Workspace()

        def costs():
            one = Line(500).search(0, engine="compiled", workspace=workspace).cost.travelled
            return one, Other(70).search(0, engine="compiled").cost.travelled

        assert Line(300).search(0, engine="compiled", workspace=workspace).cost.travelled == 300
        child = os.fork()
        if child == 0:
            os._exit(0 if costs() == (500, 70) else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        with multiprocessing.get_context("fork").Pool(2) as pool:
            assert [pool.apply(costs) for _ in range(3)] == [(500, 70)] * 3
        assert costs() == (500, 70)
        print("well")
    """
    done = run_python(tmp_path, forking)
    assert (done.returncode, done.stdout) == (0, "well\n"), done.stderr


def test_a_child_that_is_forked_while_another_thread_compiles(tmp_path: Path) -> None:
    """The thread is not there in the child, and what it held would never be given back."""
    forking = """
        import os, threading, time
        import genastar_compiled.engine as engine
        from attrs import frozen
        from genastar import AStar

        @frozen
        class Line(AStar):
            goal: int
            def add_neighbours(self, node, open_list):
                open_list.relax(node.position + 1, node.cost.travelled + 1)
            def is_destination(self, position):
                return position == self.goal

        building, forking = threading.Event(), threading.Event()
        from genastar_compiled.plans import plan
        build = plan.build

        def slow(*args):
            if threading.current_thread() is not threading.main_thread():
                building.set()
                forking.wait()
            return build(*args)

        plan.build = slow
        os.register_at_fork(before=forking.set)
        thread = threading.Thread(target=lambda: Line(5).search(0, engine="compiled"))
        thread.start()
        building.wait()
        child = os.fork()
        if child == 0:
            os._exit(0 if Line(50).search(0, engine="compiled").cost.travelled == 50 else 1)
        deadline = time.monotonic() + 60
        while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0) and time.monotonic() < deadline:
            time.sleep(0.05)
        if ended == (0, 0):
            os.kill(child, 9)
            os.waitpid(child, 0)
        thread.join()
        print("hangs" if ended == (0, 0) else os.waitstatus_to_exitcode(ended[1]))
    """
    done = run_python(tmp_path, forking, PYTHONWARNINGS="ignore")
    assert (done.returncode, done.stdout) == (0, "0\n"), done.stderr


def test_the_folder_has_a_size_limit(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    for number in range(4):
        disk.write(folder, f"e{number}", bytes(1000))
        os.utime(folder / f"e{number}.entry", (number, number))
    assert disk.read(folder, "e0") == bytes(1000)  # used now, so it is dropped last
    (folder / "mine.txt").write_text("not an entry")
    disk.drop_oldest(folder, 2500)
    assert sorted(path.name for path in folder.iterdir()) == ["e0.entry", "e3.entry", "mine.txt"]


def test_writing_keeps_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "MOST_BYTES", 3500)
    for number in range(6):
        disk.write(tmp_path / "cache", f"e{number}", bytes(1000))
        os.utime(tmp_path / "cache" / f"e{number}.entry", (number, number))
    assert sorted(path.stem for path in (tmp_path / "cache").iterdir()) == ["e3", "e4", "e5"]
