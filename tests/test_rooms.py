"""Every room of the package is there after `import tabiya`."""

import pkgutil
import subprocess
import sys

import tabiya


def test_rooms_are_reached_from_the_package() -> None:
    rooms = [each.name for each in pkgutil.iter_modules(tabiya.__path__) if each.ispkg]
    assert {"runs", "store", "cluster", "metrics"} <= set(rooms)
    # In a new process, where nothing has imported them yet; the command line is no room to import.
    names = ", ".join(f"tabiya.{room}" for room in rooms if room not in ("cli", "web", "nboard"))
    program = f"import tabiya; print(len([{names}]))"
    done = subprocess.run(  # noqa: S603 (our own program)
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=True
    )
    assert int(done.stdout) == names.count("tabiya.")
