# Part 1: the same change brought onto the same emulated fox by each contender, one after the other.
#
# Each contender begins with what it had itself put on the fox the time before. Image, mount options
# and files are the same for all; the medium's write log, not the program, says what was written.
import base64
import pathlib
import struct
import tempfile
import time

from . import lab
from .device_page import section
from .report import median
from .works import CONTENDERS, LIKE, ONCE, QUICK, SPEEDS, TENFOLD, WORKS, contenders_of

__all__ = ["measure", "section"]

COUNT, FLASH_SPEED = 10, 100_000
ROUNDS, MEGABYTES = 3, 1024
TARGET = "/media/fox/fox"
OLD, NEW, EDIT = "146.520000", "146.540000", "145.300000"


class Stage:
    """A guest with a draft, a fox, and the state of each contender."""

    def __init__(self, machine, folder):
        self.folder = pathlib.Path(folder)
        self.bench = lab.Bench(machine, self.folder)
        self.guest = self.bench.guest
        self.guest.user = "root"
        self.count = 0
        self.guest.sh("mkdir -p /bench/kept && chmod 755 /bench && modprobe -a dm-mod dm-flakey;"
                      " export PATH=/opt/bench:$PATH")

    def sh(self, command, timeout=180, check=True):
        return self.guest.sh(
            "export PATH=/opt/bench:/usr/sbin:/usr/bin HOME=/home/admin UNISON=/bench/home/unison"
            f" FOX_SYNC_HOME=/bench/home/fox-sync\n{command}", timeout, check)

    # The draft, made by fox-sync itself, is what everybody copies.

    def prepare(self, name, firmware, wavs):
        """Makes the set of files `name` in the guest."""
        words = f"--firmware {firmware}" if firmware else ""
        self.sh(
            f"rm -rf /bench/home; mkdir -p /bench/home; fox-sync draft new {words} hunt;"
            f" fox-sync draft set hunt CALLSIGN=K1FOX FREQ_MHZ={OLD}")
        for file, source in wavs.items():
            self.sh(f"cp /bench/wav/{source}.wav /bench/home/fox-sync/drafts/hunt/{file}")
        self.sh(f"cp -a /bench/home/fox-sync/drafts/hunt /bench/set-{name};"
                f" chown -R 1000:1000 /bench/set-{name}; chmod 644 /bench/set-{name}/*")

    def staged(self, folder):
        text = self.sh(f"cd {folder} && for f in *; do echo \"$f $(base64 -w0 <$f)\"; done")
        return {file: base64.b64decode(data) for file, data in
                (line.split() for line in text.splitlines())}

    def source(self, contender):
        own = LIKE.get(contender, contender) == "fox-sync"
        return "/bench/home/" + ("fox-sync/drafts/hunt" if own else "source")

    def begin(self, contender, name):
        """A new home, with the files of a set in it."""
        self.sh(f"rm -rf /bench/home && mkdir -p /bench/home/unison")
        if contender == "fox-sync":
            self.sh("fox-sync draft new"
                    + (" --firmware pacificon" if name == "full" else "")
                    + " hunt && rm -f /bench/home/fox-sync/drafts/hunt/*")
            self.sh(f"cp -a /bench/set-{name}/. {self.source(contender)}/")
        else:
            self.sh(f"cp -a /bench/set-{name} /bench/home/source")

    def keep(self, contender, name):
        self.sh(f"rm -rf /bench/kept/{contender}-{name};"
                f" cp -a /bench/home /bench/kept/{contender}-{name}")

    def restore(self, contender, name):
        self.sh(f"rm -rf /bench/home && cp -a /bench/kept/{contender}-{name} /bench/home")

    def change(self, contender, work):
        """Changes the files to be copied; returns the names that differ then."""
        folder = self.source(contender)
        if work in ("setting", "conflict"):
            # At least two seconds older files, or those who compare times see none.
            self.sh(f"sed -i s/{OLD}/{NEW}/ {folder}/settings.txt; touch {folder}/settings.txt")
            return ["settings.txt"]
        if work in ("wav", "wav-slow"):
            self.sh(f"cp /bench/wav/5mb-b.wav {folder}/audio.wav")
            return ["audio.wav"]
        return sorted(self.sh(f"ls {folder}").split())

    def started(self, program):
        """Seconds until a program has said its version: what starting it costs here."""
        return median([
            int(self.sh(f"measure - {program} --version").split()[1]) / 1e6 for _ in range(5)])

    def watch(self):
        """Starts the agent, and waits until it waits; what it says later is in /run/agent."""
        self.sh("rm -f /run/agent; mkfifo /run/agent; setsid fox-sync agent <>/run/agent >&0 2>&1 &"
                " echo $! >/run/agent.pid; exec 3<>/run/agent;"
                " while read -r line <&3; do case $line in *watching*) break ;; esac; done")

    # One run

    def slow(self, fox, limits):
        """Holds the medium at a speed; without limits, as fast as the emulation goes."""
        self.guest.qmp("qom-set", path=f"/objects/{fox.name}-throttle", property="limits",
                       value={"bps-read": 0, "bps-write": 0, **limits})

    def run(self, contender, fox, work, changed, options=lab.FLUSH):
        """Plugs the fox in, lets the contender work, pulls it; returns what it took."""
        guest = self.guest
        if contender == "fox-agent":
            self.watch()
        guest.plug(fox)
        node = self.bench.node(fox)
        disk = node.removeprefix("/dev/").rstrip("0123456789")
        first = fox.log.count()
        if contender == "udev":
            command = f"udev-recipe {node} {self.source(contender)} {TARGET}"
        elif contender == "fox-agent":
            self.sh(f"mkdir -p {TARGET}")
            command = f"contend fox-agent {self.source(contender)} {TARGET} {node} {options}"
        else:
            self.sh(f"mkdir -p {TARGET}; mount -t vfat -o {options} {node} {TARGET}")
            name = "unison-first" if contender == "unison" and work == "first" else contender
            command = (f"contend {name} {self.source(contender)} {TARGET} {' '.join(changed)}")
        self.slow(fox, SPEEDS.get(work, {}))
        head, _, said = self.sh(f"measure {disk} {command}", 300).partition("\n")
        self.slow(fox, {})
        if contender == "fox-agent":
            self.sh("kill $(cat /run/agent.pid); while [ -e /proc/$(cat /run/agent.pid) ]; do sleep 0.1; done")
        if contender != "udev":
            self.sh(f"umount {TARGET}")
        self.bench.pull(fox)
        status, wall, user, system, peak, read, _ = head.split()
        # The two writes of the boot sector (the dirty flag) are the mount's, the same for all.
        sectors = [each for each in fox.log.sectors(first)
                   if lab.where(each[0]) != "boot sector"]
        # Of the agent, what was measured is who waits for it.
        is_own = contender != "fox-agent"
        return {
            "status": int(status), "wall": int(wall) / 1e6,
            "cpu": float(user) + float(system) if is_own else None,
            "peak": int(peak) / 1024 if is_own else None, "read": int(read) * 512, "sectors": len(sectors),
            "switches": lab.WriteLog.block_switches(sectors), "said": said}


def image_of(fox):
    return bytearray(fox.image.read_bytes())


def fresh(stage, image, serial="E6614C311B6A5B2C"):
    """A fox with this image; a new one for each run, since QEMU keeps what it has open."""
    stage.count += 1
    return lab.Fox(stage.folder, f"fox{stage.count}", serial=serial,
                   volume=lab.FatVolume(image))


def done(stage, fox):
    stage.guest.detach(fox)
    fox.image.unlink(missing_ok=True)


def holds(image, files):
    """Which files the image does not hold; newlines behind the settings count for nothing."""
    volume, wrong = lab.FatVolume(image), []
    for name, content in files.items():
        found = volume.read(name)
        if name == "settings.txt" and found is not None:
            found, content = found.rstrip(b"\n"), content.rstrip(b"\n")
        if found != content:
            wrong.append(name)
    return wrong


def measure(program, quick, note, works=None, with_more=True):
    """All works, all contenders, interleaved; returns plain data."""
    machine = lab.lab_machine(program, lab.device_layer, MEGABYTES)
    rounds = 1 if quick else ROUNDS
    contenders = QUICK if quick else CONTENDERS
    results, protections, ten, versions, start, missing = {}, {}, {}, [], {}, ""
    with tempfile.TemporaryDirectory(prefix="fox-bench-") as folder:
        stage = Stage(machine, folder)
        try:
            stage.prepare("small", None, {"audio.wav": "5mb-a"})
            stage.prepare("full", "pacificon", {
                "audio.wav" if n == 0 else f"audio{n}.wav": f"set-{n}" for n in range(12)})
            sets = {name: stage.staged(f"/bench/set-{name}") for name in ("small", "full")}
            images = {}
            factory = {"small": lab.factory_volume().image,
                       "full": lab.factory_volume("pacificon").image}
            for contender in contenders:
                stage.begin(contender, "small")
                fox = fresh(stage, factory["small"])
                found = stage.run(contender, fox, "first", stage.change(contender, "first"))
                images[contender] = image_of(fox)
                done(stage, fox)
                stage.keep(contender, "small")
                if found["status"] or (wrong := holds(images[contender], sets["small"])):
                    raise lab.GuestError(f"{contender} did not bring the first set onto the fox: "
                                         f"{found['said']} {wrong}")
                note(f"device: {contender} is ready")
            for round in range(rounds):
                for work in works or [each for each, _ in WORKS]:
                    if work in ONCE and (round or quick):
                        continue
                    order = contenders_of(work, contenders)
                    for contender in order[round % len(order):] + order[:round % len(order)]:
                        found = one(stage, contender, work, images, factory, sets)
                        results.setdefault(work, {}).setdefault(contender, []).append(found)
                    note(f"device: round {round + 1} of {rounds}, {work}")
            start = {"fox-sync": stage.started("fox-sync")}
            versions = stage.sh(
                "rsync --version | head -n1; rclone version 2>/dev/null | head -n1;"
                " unison -version; uname -r; fox-sync --version").splitlines()
            for contender in contenders if with_more else []:
                protections[contender] = protects(stage, contender, images, factory, sets)
                note(f"device: {contender}: {protections[contender]}")
            if with_more:
                tenfold(stage, contenders, ten, note)
        except (lab.GuestError, lab.Failed, OSError) as error:
            # A guest that a busy computer starves ends the part, not what was measured before.
            if not results:
                raise
            missing = str(error)[:300]
            note(f"device: ended early: {missing}")
        finally:
            stage.bench.close()
    return {"results": results, "protections": protections, "ten": ten, "versions": versions,
            "start": start,
            "rounds": min((len(each) for work, runs in results.items() if work not in ONCE
                           for each in runs.values()), default=1),
            "missing": missing}


def one(stage, contender, work, images, factory, sets):
    """One run of one contender at one work."""
    like = LIKE.get(contender, contender)
    like = like if like in images else next(iter(images))
    if work == "first":
        stage.begin(contender, "full")
        image, wanted = factory["full"], dict(sets["full"])
    else:
        stage.restore(like, "small")
        image, wanted = images[like], dict(sets["small"])
    changed = stage.change(like, work)
    if work == "setting":
        wanted["settings.txt"] = wanted["settings.txt"].replace(OLD.encode(), NEW.encode())
    if work in ("wav", "wav-slow"):
        wanted["audio.wav"] = lab.noise(5_000_000, 2)
    fox = fresh(stage, image)
    found = stage.run(contender, fox, work, changed)
    found["wrong"] = holds(image_of(fox), wanted)
    found["lost"] = [each for each in lab.FatVolume(image).names()
                     if lab.FatVolume(image_of(fox)).entry(each) is None]
    done(stage, fox)
    return found


def protects(stage, contender, images, factory, sets):
    """Whether it verifies, backs up and keeps a conflict safe: each is tried, none is believed."""
    found = {}
    # A conflict: another computer set one frequency on the fox, the owner another in the draft.
    stage.restore(contender, "small")
    changed = stage.change(contender, "conflict")
    volume = lab.FatVolume(images[contender])
    volume.write("settings.txt", volume.read("settings.txt").replace(OLD.encode(), EDIT.encode()))
    date(volume, "settings.txt")
    fox = fresh(stage, volume.image)
    run = stage.run(contender, fox, "setting", changed)
    text = lab.FatVolume(image_of(fox)).read("settings.txt") or b""
    copies = stage.sh(f"grep -rl {EDIT} /bench/home || true").split()
    found["conflict"] = (
        "yes, held" if EDIT.encode() in text else "overwritten, a copy is kept" if copies else "no")
    found["conflict said"] = run["said"][-300:]
    done(stage, fox)
    # A backup: after an ordinary change, is what was on the fox anywhere on the computer?
    stage.restore(contender, "small")
    changed = stage.change(contender, "setting")
    fox = fresh(stage, images[contender])
    stage.run(contender, fox, "setting", changed)
    found["backup"] = ("yes" if stage.sh(
        f"find /bench/home -name settings.txt -exec grep -l {OLD} {{}} + || true").split() else "no")
    done(stage, fox)
    found["verified"] = verifies(stage, contender, factory)
    return found


def date(volume, name):
    """Gives a file the date that a computer would, not the firmware's: some look at nothing else."""
    slot = volume.entry(name).slots[-1]
    record = bytearray(volume.record(slot))
    now = time.gmtime()
    struct.pack_into("<HH", record, 22, now.tm_hour << 11 | now.tm_min << 5,
                     now.tm_year - 1980 << 9 | now.tm_mon << 5 | now.tm_mday)
    volume.set_record(slot, record)


def verifies(stage, contender, factory):
    """Lets the device falsify one byte of each long write: who notices?"""
    stage.begin(contender, "small")
    folder = stage.source(contender)
    stage.sh(f"cp /bench/wav/300kb-a.wav {folder}/audio.wav")
    fox = fresh(stage, factory["small"])
    stage.guest.plug(fox)
    node = stage.bench.node(fox)
    size = stage.sh(f"blockdev --getsz {node}").strip()
    stage.sh(f"dmsetup --noudevsync create bad --table '0 {size} flakey {node} 0 0 3600 5 corrupt_bio_byte"
             f" 20000 w 170 0'; dmsetup --noudevsync mknodes")
    if contender == "udev":
        command = f"udev-recipe /dev/mapper/bad {folder} {TARGET}"
    else:
        stage.sh(f"mkdir -p {TARGET}; mount -t vfat -o {lab.FLUSH} /dev/mapper/bad {TARGET}")
        name = {"unison": "unison-first", "fox-sync": "fox-sync-alone"}.get(contender, contender)
        command = f"contend {name} {folder} {TARGET} audio.wav settings.txt"
    head, _, said = stage.sh(f"measure - {command}").partition("\n")
    stage.sh(f"umount {TARGET} 2>/dev/null; dmsetup --noudevsync remove bad", check=False)
    stage.bench.pull(fox)
    wrong = holds(image_of(fox), {"audio.wav": lab.noise(300_044, 3)})
    done(stage, fox)
    status = int(head.split()[0])
    if contender == "fox-sync" and not wrong:
        return "no fault was made"
    if not wrong:
        return "untested"
    return f"yes (exit {status})" if status else "no (exit 0, the WAV is wrong)"


def tenfold(stage, contenders, results, note):
    """Ten foxes at once, each as slow as flash; a setting and a WAV of 300 KB changed.

    The firmware's flash takes about 80 to 100 kB a second, so that is where writes are held here:
    only with it does it show who waits for one fox after the other.
    """
    guest = stage.guest
    guest.hub(1)
    guest.hub(2)
    stage.prepare("ten", None, {"audio.wav": "300kb-a"})
    for contender in [each for each in TENFOLD if each in contenders]:
        stage.begin(contender, "ten")
        foxes = [fresh(stage, lab.factory_volume().image, f"E6614C311B6A5B{n:02X}")
                 for n in range(COUNT)]
        for n, fox in enumerate(foxes):
            fox.port = f"{1 + n % 2}.{1 + n // 2}"
        together(stage, contender, foxes, [["audio.wav", "settings.txt"], "first"])
        folder = stage.source(contender)
        for fox in foxes:
            guest.throttle(fox, FLASH_SPEED)
        stage.sh(f"sed -i s/{OLD}/{NEW}/ {folder}/settings.txt;"
                 f" cp /bench/wav/300kb-b.wav {folder}/audio.wav")
        changed = [["audio.wav", "settings.txt"], "wav"]
        one_alone = together(stage, contender, foxes[:1], changed)
        stage.sh(f"sed -i s/{NEW}/{EDIT}/ {folder}/settings.txt;"
                 f" (head -c 44 /bench/wav/300kb-a.wav; tail -c 300000 /bench/wav/set-1.wav)"
                 f" >{folder}/audio.wav")
        ten = together(stage, contender, foxes, changed)
        files = stage.staged(folder)
        wrong = sum(1 for fox in foxes if holds(image_of(fox), files))
        results[contender] = {"one": one_alone, "ten": ten, "wrong": wrong}
        for fox in foxes:
            done(stage, fox)
        note(f"device: ten foxes, {contender}: {one_alone}, {ten}")


def together(stage, contender, foxes, changed):
    """Plugs foxes in, runs one contender over all of them, pulls them; returns the seconds."""
    names, work = changed
    guest = stage.guest
    for fox in foxes:
        guest.plug(fox)
    nodes = [stage.bench.node(fox) for fox in foxes]
    targets = [f"/media/fox/ten-{fox.serial}" for fox in foxes]
    for node, target in zip(nodes, targets):
        if contender != "udev":
            stage.sh(f"mkdir -p {target}; mount -t vfat -o {lab.FLUSH} {node} {target}")
    if contender == "fox-sync" and work == "first":
        stage.sh("fox-sync sync >/dev/null 2>&1 || true;"
                 + "".join(f" fox-sync assign {fox.serial} hunt;" for fox in foxes))
    first = foxes[0].log.count()
    pairs = " ".join(f"{node}={target}" for node, target in zip(nodes, targets))
    head, _, said = stage.sh(
        f"measure - contend-all {contender} {stage.source(contender)} '{pairs}' {' '.join(names)}",
        timeout=300).partition("\n")
    for target in targets if contender != "udev" else []:
        stage.sh(f"umount {target}")
    for fox in foxes:
        stage.bench.pull(fox)
    if head.split()[0] != "0":
        raise lab.GuestError(f"{contender} over {len(foxes)} foxes: {said}")
    return {"wall": int(head.split()[1]) / 1e6,
            "switches": lab.WriteLog.block_switches(
                [each for each in foxes[0].log.sectors(first) if lab.where(each[0]) != "boot sector"])}
