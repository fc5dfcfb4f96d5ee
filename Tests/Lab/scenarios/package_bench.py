# The Debian package on a bench: installed as the README says, upgraded, cut by a power failure, purged.
import base64

from foxlab.debian import Debian, package
from foxlab.firmware import wav

TITLE = "the package on a bench: installed, synced, upgraded, cut by a power failure, purged"
ALONE, OWN, LIMIT = True, True, 3600
STATE = "/var/lib/fox-sync"


def staged(computer, name="hunt"):
    text = computer.sh(f"cd {STATE}/drafts/{name} && for f in *; do echo \"$f $(base64 -w0 <$f)\"; done")
    return {file: base64.b64decode(data) for file, data in (line.split() for line in text.splitlines())}


def run(bench):
    new = package(bench.machine.program, bench.folder / "packages")
    old = package(bench.machine.program, bench.folder / "packages", "0.0.9-1")
    computer = bench.computer = Debian(bench.folder, [new, old], desktop=False)
    steps(bench, computer, old)
    return "see the transcript above"


def steps(bench, computer, old):
    computer.sh("mkdir /srv/packages/older && mv /srv/packages/*_0.0.9-1_* /srv/packages/older/")
    computer.put("/srv/packages/fox.wav", wav(1.2, 500))
    before = computer.files()

    computer.note("an older version first, whose state the newer one finds")
    computer.type("sudo apt install ./older/fox-sync_*.deb")
    bench.check(computer.status("systemctl is-active fox-sync-bench.service")[0] != 0,
                "the installation started the service")
    computer.follow("On a bench, without a desktop")
    bench.same(computer.sh(f"stat -c '%U %a' {STATE}").strip(), "fox-sync 700", "the state's owner, mode")
    draft = staged(computer)
    fox = bench.fox("fox1")
    # While it syncs, the service has folders and files of a vfat volume open that is in no mount table.
    computer.sh("pid=$(systemctl show -P MainPID fox-sync-bench);"
                " (until stat -L -f -c %T /proc/$pid/fd/* 2>/dev/null | grep -q msdos; do sleep 0.1; done;"
                " cat /proc/[0-9]*/task/*/mountinfo 2>/dev/null | grep -c -- '- vfat' >/run/seen)"
                " >/dev/null 2>&1 &")
    computer.plug(fox)
    bench.synced(fox, timeout=180)
    bench.wait("[ -s /run/seen ]", "nobody saw the service read the fox", 30)
    bench.same(computer.sh("cat /run/seen").strip(), "0", "mounts in sight")
    bench.same(computer.sh("cat /proc/[0-9]*/task/*/mountinfo 2>&1 | grep -c -- '- vfat' || true").strip(), "0",
               "mounts after the sync")
    node = bench.node(fox)
    bench.same(computer.sh(f"readlink -f /dev/picofox/{fox.serial}-part1").strip(), node, "the link")
    computer.type(f"ls -l /dev/picofox/ {node}")
    computer.type(f"udevadm info --query=property --name={node} | grep FOX_SYNC")
    units = computer.type("systemctl --no-pager --no-legend --all list-units 'dev-picofox*'")
    bench.check(f"dev-picofox-{fox.serial}.device" in units, f"units of the fox: {units}")
    computer.follow("On a bench, without a desktop", 1)
    computer.type("systemctl --no-pager --full status fox-sync-bench.service; ps -o user,nlwp,rss,args -C fox-sync")
    bench.pull(fox)
    bench.holds(fox, draft)
    bench.check(fox.volume().image[231 * 512 + 37] == 0, "the volume was left marked as in use")
    fox.boot()

    bench.check("thread priority" not in computer.said(), "Dispatch complains in the journal")

    computer.note("the newer version")
    was = computer.sh("systemctl show -P MainPID fox-sync-bench").strip()
    computer.follow("Debian, Raspberry Pi OS", 1)
    computer.type("dpkg-query --show fox-sync; systemctl is-active fox-sync-bench")
    bench.check(computer.sh("systemctl show -P MainPID fox-sync-bench").strip() not in (was, "0"),
                "the upgrade did not restart the service")
    computer.type("sudo fox-sync-bench log; sudo fox-sync-bench devices")
    first = fox.log.count()
    computer.plug(fox)
    bench.synced(fox, "up-to-date", 180)
    bench.pull(fox)
    bench.same(len(fox.log.sectors(first)), 0, "sectors written by an up-to-date check")
    computer.note("up to date by the state of the older version: 0 sectors written")

    computer.note("a run that is cut by a power failure")
    old_files = dict(draft)
    computer.type("sudo fox-sync-bench draft set hunt FREQ_MHZ=146.700")
    computer.put("/srv/packages/fox.wav", wav(4, 700))
    computer.type(f"sudo install -o fox-sync fox.wav {STATE}/drafts/hunt/audio.wav")
    draft = staged(computer)
    computer.sh("sync")
    computer.throttle(fox, 0, 1)
    computer.plug(fox)
    bench.written(fox, 4, 600)
    computer.reset()
    found = fox.judge(old_files, draft)
    bench.check(found.is_sound, f"after the power failure: {found}")
    computer.note(f"on the fox: {found}")
    computer.throttle(fox)
    bench.synced(fox, "(pushed|up-to-date)", 300)
    bench.pull(fox)
    bench.holds(fox, draft)
    computer.type("sudo fox-sync-bench log; sudo journalctl --no-pager --boot --output=cat --unit fox-sync-bench")
    results = [each["result"] for each in computer.bench_json_lines("log")]
    bench.check("interrupted" in results, f"the log says {results}")

    computer.note("gone again")
    computer.follow("Removing it")
    left = computer.strangers(before)
    computer.tell(*(f"  left: {each}" for each in sorted(left)))
    bad = [each for each in left
           if each != STATE and not each.startswith((f"{STATE}/drafts", f"{STATE}/backups"))]
    bench.check(not bad, f"the purge left {bad}")
    bench.same(staged(computer), draft, "the draft after the purge")
    computer.type(f"cd {STATE}/backups/{fox.serial} && for b in *; do (cd $b && sha256sum --quiet -c SHA256SUMS) && echo $b whole; done", "root")
    bench.same(computer.sh("systemctl list-unit-files --no-legend 'fox-sync*' | wc -l").strip(), "0", "units left")
