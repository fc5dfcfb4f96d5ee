# The lab's own code: virtual foxes, the computer they are plugged into, and what judges them.
