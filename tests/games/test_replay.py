import numpy as np

from compadagrad import CompAdaGrad
from compadagrad.games import play
from compadagrad.games.replay import replay
from compadagrad.learners import Learner
from compadagrad.updates import Certificate
from games.sequences import correlated


def test_the_same_points_bit_for_bit() -> None:
    points: list[np.ndarray] = []
    learner = CompAdaGrad(6, 3, lr=0.5)
    seen = [learner.x.copy()]
    record = None
    examples = list(correlated(20, 6))
    for each in examples:
        record = play(learner, [each], record=record)
        seen.append(learner.x.copy())
    assert record is not None
    residuals = []

    def after(_: Learner, certificate: Certificate) -> None:
        residuals.append(certificate.residual)

    last = replay(record.start, record.rounds, lambda at: points.append(at.x.copy()), after)
    assert all(np.array_equal(a, b) for a, b in zip([*points, last.x], seen, strict=True))
    assert residuals == record.residuals.tolist()
    assert record.start.steps == 0
