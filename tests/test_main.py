import subprocess
import sys

import compadagrad


def test_the_package_can_be_run() -> None:
    command = [sys.executable, "-m", "compadagrad", "--version"]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert found.stdout.strip() == f"compadagrad {compadagrad.__version__}"
