"""The wheel in an empty environment, without a toolchain: README's first example and the demo."""

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MATURIN = Path(sys.executable).with_name("maturin")


def run(*command: str | Path, cwd: Path, path: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": path, "HOME": str(cwd), **pip_settings()}
    return subprocess.run(  # noqa: S603 (commands of this test)
        [str(word) for word in command],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def pip_settings() -> dict[str, str]:
    """Return how this machine reaches an index."""
    words = ("PIP_", "HTTP", "http", "SSL_", "REQUESTS_", "NO_PROXY", "no_proxy")
    return {name: value for name, value in os.environ.items() if name.startswith(words)}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not MATURIN.exists() or shutil.which("cargo") is None:
        pytest.skip("maturin or cargo is not installed")
    out = tmp_path_factory.mktemp("dist")
    command = [str(MATURIN), "build", "--release", "--quiet", "--out", str(out)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)  # noqa: S603 (our own)
    (found,) = out.glob("*.whl")
    return found


@pytest.mark.timeout(1200)  # a build, and a download of all that tabiya stands on
def test_wheel_runs_without_a_toolchain(wheel: Path, tmp_path: Path) -> None:
    assert "-abi3-" in wheel.name
    venv.create(tmp_path / "env", with_pip=True)
    folder = tmp_path / "env" / "bin"
    path = f"{folder}:/usr/bin:/bin"
    if shutil.which("cargo", path=path) or shutil.which("rustc", path=path):
        pytest.skip("Rust is installed for everybody")
    done = run(
        folder / "pip",
        "install",
        "--quiet",
        wheel,
        cwd=tmp_path,
        path=path,
    )
    if "NewConnectionError" in done.stderr or "Name or service not known" in done.stderr:
        pytest.skip("no index of packages can be reached")
    assert done.returncode == 0, done.stderr
    first = re.search(
        r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL
    )
    assert first is not None
    (tmp_path / "first.txt").write_text(first[1], encoding="utf-8")
    options = ["-o", "ELLIPSIS", "-o", "NORMALIZE_WHITESPACE"]
    done = run(folder / "python", "-m", "doctest", *options, "first.txt", cwd=tmp_path, path=path)
    assert done.returncode == 0, done.stdout + done.stderr
    done = run(folder / "tabiya", "demo", "--quick", cwd=tmp_path, path=path)
    assert done.returncode == 0, done.stderr
    assert "tuned against defaults" in done.stdout
    without = run(folder / "tabiya", "tune", "--help", cwd=tmp_path, path=path)
    assert without.returncode == 0
