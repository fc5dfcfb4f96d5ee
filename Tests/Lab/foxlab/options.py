# Mount options that scenarios choose between.

# What udisks2 uses; it is what guest/automount does without options.
FLUSH = ("flush,uid=1000,gid=1000,fmask=0022,dmask=0022,shortname=mixed,utf8=1,showexec,nosuid,"
         "nodev")
DEFAULT = FLUSH.removeprefix("flush,")
READ_ONLY = "ro," + FLUSH
