import os
import platform

import numpy as np
import pytest

from compadagrad.experiments.code import release
from compadagrad.experiments.environment import environment


def test_versions_and_machine_are_named() -> None:
    found = environment()
    assert found["compadagrad"] == release()
    assert found["numpy"] == np.__version__
    assert platform.python_version() in found["Python"]
    assert found["processor"]


def test_nothing_says_whose_machine_it_is() -> None:
    said = " ".join(environment().values())
    for private in (platform.node(), os.path.expanduser("~"), os.getcwd()):
        assert private not in said


def test_what_is_not_installed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("compadagrad.experiments.environment.PACKAGES", ("no-such-package",))
    assert environment()["no-such-package"] == "not installed"
