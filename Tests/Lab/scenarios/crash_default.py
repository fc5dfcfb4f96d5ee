# Crash consistency on a default mount: what a pull after any sector of a push would leave.
from foxlab.crash import every_prefix
from foxlab.options import DEFAULT

TITLE = "every sector prefix of a push, default mount: files old or new, nothing dangling or shared"
WEIGHT = 6


def run(bench):
    return every_prefix(bench, DEFAULT)
