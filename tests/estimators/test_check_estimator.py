"""What scikit-learn asks of estimators."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from compadagrad.estimators import CompAdaGradClassifier, CompAdaGradRegressor

REASON = "a weight of 2 makes one step twice as long, which is not two steps, as in SGDClassifier"
EXPECTED = {
    "check_sample_weight_equivalence_on_dense_data": REASON,
    "check_sample_weight_equivalence_on_sparse_data": REASON,
}


def expected_failures(estimator: Any) -> dict[str, str]:
    return EXPECTED


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@parametrize_with_checks(  # type: ignore[untyped-decorator]
    [CompAdaGradClassifier(max_iter=30), CompAdaGradRegressor(max_iter=30)],
    expected_failed_checks=expected_failures,
)
def test_the_defaults(estimator: Any, check: Callable[[Any], None]) -> None:
    check(estimator)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@parametrize_with_checks(  # type: ignore[untyped-decorator]
    [
        CompAdaGradClassifier(subspace="diagonal", loss="hinge", average=True),
        CompAdaGradClassifier(subspace="srht", batch_size=4),
        CompAdaGradClassifier(subspace="full", early_stopping=True, class_weight="balanced"),
        CompAdaGradClassifier(multiclass="multinomial", subspace="full", max_iter=20),
        CompAdaGradClassifier(penalty="l1", max_iter=10),
        CompAdaGradRegressor(subspace="srht", loss="huber"),
        CompAdaGradRegressor(subspace="full", fit_intercept=False),
        CompAdaGradRegressor(penalty="elasticnet", subspace="diagonal"),
    ],
    expected_failed_checks=expected_failures,
)
def test_other_options(estimator: Any, check: Callable[[Any], None]) -> None:
    check(estimator)


def program(lines: str) -> str:
    found = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True)
    return found.stdout + found.stderr


def test_without_scikit_learn_the_package_works_and_says_what_is_missing() -> None:
    shown = program(
        "import sys\n"
        "sys.modules['sklearn'] = None\n"
        "import compadagrad\n"
        "print(compadagrad.DiagonalAdaGrad(2, lr=1.0))\n"
        "for ask in (lambda: compadagrad.CompAdaGradClassifier, "
        "lambda: __import__('compadagrad.estimators')):\n"
        "    try:\n"
        "        ask()\n"
        "    except compadagrad.MissingExtraError as error:\n"
        "        print(error)\n"
    )
    advice = "scikit-learn; install with: pip install 'compadagrad[sklearn]'"
    assert shown.count(advice) == 2, shown
    assert "DiagonalAdaGrad" in shown


def test_the_package_has_them_when_they_are_asked_for() -> None:
    shown = program(
        "import sys, compadagrad\n"
        "print('CompAdaGradClassifier' in dir(compadagrad), 'sklearn' in sys.modules)\n"
        "print(compadagrad.CompAdaGradRegressor(), hasattr(compadagrad, 'CompAdaGrad2'))\n"
    )
    assert shown.split() == ["True", "False", "CompAdaGradRegressor()", "False"]
