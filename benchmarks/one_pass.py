"""The time of an example in one pass, beside rivals, and of a step for a long vector.

python benchmarks/one_pass.py [--quick]
"""

import argparse

from contest_parts.long_step import a_long_step
from contest_parts.speed import an_example
from timing import Report, output_directory


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="shorter, for a look")
    output_directory(parser)
    options = parser.parse_args()
    report = Report("One pass, one example a step")
    report.say("One thread for everybody. Best times, in turns; examples are brought into the form")
    report.say("that a library wants before the clock starts, unless the table says otherwise.")
    an_example(report, quick=options.quick)
    a_long_step(report, quick=options.quick)
    report.save(options.output / "one_pass.md")


if __name__ == "__main__":
    main()
