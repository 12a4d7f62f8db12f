import subprocess
import sys

import pytest

from compadagrad import MissingExtraError


@pytest.mark.parametrize("package", ["river", "narwhals"])
def test_missing_packages_are_named_with_the_extra(package: str) -> None:
    program = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "import compadagrad\n"
        "try:\n    import compadagrad.river\n"
        "except compadagrad.MissingExtraError as error:\n    print(error)"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    expected = MissingExtraError("compadagrad.river", [package], "river")
    assert found.stdout.strip() == str(expected), found.stderr
    assert "pip install 'compadagrad[river]'" in found.stdout
