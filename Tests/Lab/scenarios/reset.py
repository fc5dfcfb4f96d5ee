# A fox whose FAT is ruined formats itself; it was reset, and gets its draft again.
TITLE = "a ruined FAT: the firmware formats, the draft comes back at the next plug (r2, foreign files)"


def run(bench):
    draft = bench.draft(firmware="stock-r2")
    bench.automount()
    bench.agent()
    fox = bench.fox(firmware="stock-r2")
    bench.guest.plug(fox)
    bench.synced(fox)
    bench.remove(fox)
    # r2 deletes what it does not know, by letter case too: nothing of the draft may go with it.
    bench.guest.detach(fox)
    fox.edit("notes.txt", b"hello")
    fox.boot()
    bench.holds(fox, draft)
    bench.check("notes.txt" not in fox.volume().names(), "r2 kept a foreign file")
    volume = fox.volume()
    volume.image[231 * 512:232 * 512] = b"\xff" * 512  # a flash block that was erased only
    volume.save(fox.image)
    fox.boot()
    bench.check(fox.read("settings.txt") == fox.firmware.settings, "the firmware did not format")
    bench.guest.plug(fox)
    bench.synced(fox)
    bench.remove(fox)
    bench.holds(fox, draft)
