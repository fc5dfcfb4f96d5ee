# Crash consistency on a desktop's flush mount: what a pull after any sector of a push would leave.
from foxlab.crash import every_prefix
from foxlab.options import FLUSH

TITLE = "every sector prefix of a push, flush mount: files old or new, nothing dangling or shared"
WEIGHT = 6


def run(bench):
    return every_prefix(bench, FLUSH)
