# A computer to plug foxes into: QEMU without KVM, Debian's kernel, and a way to talk with both.
import base64
import json
import os
import re
import shlex
import socket
import subprocess
import threading
import time


# The agent's process, for the guest's shell: a child that it starts has its name for a moment, and a
# higher number.
AGENT = "$(pidof fox-sync | tr ' ' '\\n' | sort -n | head -n 1)"


class GuestError(Exception):
    """The guest did not do what it was asked, or not in time."""


class Guest:
    """A running guest. `lines` has what fox-sync said, each line with its time."""

    running = set()
    boot_seconds = 180
    patience = 1  # how much longer everything may take than on the small computer

    def __init__(self, machine, folder, state=None):
        """Boots, or goes on from the `state` of a guest that has booted already."""
        self.folder, self.foxes, self.lines, self.events = folder, {}, [], []
        self.heard, self.taken, self.user = threading.Condition(), 0, "fox"
        ends = {name: socket.socketpair() for name in ("qmp", "commands", "agent")}
        command = [*machine.command, "-serial", f"file:{folder / 'kernel.log'}"]
        for name, (_, theirs) in ends.items():
            command += ["-chardev", f"socket,id={name},fd={theirs.fileno()}"]
        if state:
            command += ["-incoming", "defer"]
        self.started = time.monotonic()
        with open(folder / "qemu.log", "wb") as log:
            self.process = subprocess.Popen(
                command, pass_fds=[theirs.fileno() for _, theirs in ends.values()],
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        Guest.running.add(self)
        for _, theirs in ends.values():
            theirs.close()
        self.qmp_socket, self.commands = ends["qmp"][0], ends["commands"][0]
        self.commands_file = self.commands.makefile("rb")
        self.agent_socket = ends["agent"][0]
        threading.Thread(target=self.listen, daemon=True).start()
        try:
            self.qmp_socket.settimeout(300)
            self.qmp_file = self.qmp_socket.makefile("rwb")
            self.qmp_file.readline()
            self.qmp("qmp_capabilities")
            self.qmp("migrate-set-capabilities",
                     capabilities=[{"capability": "events", "state": True}])
            if state:
                self.qmp("migrate-incoming", uri=f"exec:cat {shlex.quote(str(state))}")
                self.migrated()
                self.qmp("cont")
                self.sh(f"date -s @{time.time():.0f}")
            else:
                self.commands.settimeout(self.boot_seconds)
                if self.commands_file.readline() != b"ready\n":
                    raise GuestError(f"the guest did not boot: {self.log_tail()}")
        except (OSError, GuestError):
            self.close()
            raise

    def save(self, path):
        """Stops, and writes the state that other guests can go on from."""
        self.qmp("stop")
        self.qmp("migrate-set-parameters", **{"max-bandwidth": 1 << 40})
        self.qmp("migrate", uri=f"exec:cat >{shlex.quote(str(path))}")
        self.migrated()

    def migrated(self):
        """Waits until the guest's state is written or read."""
        event = self.event(lambda each: each["event"] == "MIGRATION"
                           and each["data"]["status"] in ("completed", "failed"))
        if event["data"]["status"] == "failed":
            raise GuestError("the guest's state cannot be saved or read")

    # Commands in the guest

    def sh(self, command, timeout=180, check=True):
        """Runs shell commands as root and returns what they print."""
        status, text = self.status(command, timeout)
        if check and status:
            raise GuestError(f"exit {status} of {command[:300]!r}: {text}")
        return text

    def status(self, command, timeout=180):
        self.commands.settimeout(timeout * self.patience)
        try:
            self.commands.sendall(base64.b64encode(command.encode()) + b"\n")
            head = self.commands_file.readline().split()
            if len(head) != 2:
                raise GuestError(f"the guest died at {command[:300]!r}: {self.log_tail()}")
            text = self.commands_file.read(int(head[1])).decode(errors="replace")
        except TimeoutError:
            raise GuestError(f"no answer within {timeout} s to {command[:300]!r}") from None
        return int(head[0]), text

    def put(self, path, content):
        """Writes a file in the guest, in pieces that fit one command."""
        self.sh(f": >{path}")
        for at in range(0, len(content), 32768):
            piece = base64.b64encode(content[at:at + 32768]).decode()
            self.sh(f"base64 -d >>{path} <<'END'\n{piece}\nEND")

    def fox_sync(self, *words, check=True):
        """Runs fox-sync as the user and returns its status and text."""
        line = shlex.join(["fox-sync", *words])
        status, text = self.status(f"su {self.user} -c {shlex.quote(line)}")
        if check and status:
            raise GuestError(f"exit {status} of {line!r}: {text}")
        return status, text

    def json(self, *words):
        """The one object that a command prints."""
        lines = self.json_lines(*words)
        if len(lines) != 1:
            raise GuestError(f"{words}: {len(lines)} objects instead of one")
        return lines[0]

    def json_lines(self, *words):
        """The objects that a command prints, one a line."""
        status, text = self.fox_sync(*words, "--json", check=False)
        try:
            return [json.loads(line) for line in text.splitlines()]
        except ValueError:
            raise GuestError(f"exit {status} of {words}: no JSON: {text}") from None

    # What the agent says

    def listen(self):
        buffer = b""
        while data := self.agent_socket.recv(65536):
            *lines, buffer = (buffer + data).split(b"\n")
            with self.heard:
                now = time.monotonic()
                self.lines += [(now, line.decode(errors="replace")) for line in lines]
                self.heard.notify_all()

    def expect(self, pattern, timeout=180):
        """Waits for the next line of the agent that matches, and returns its match."""
        deadline = time.monotonic() + timeout * self.patience
        with self.heard:
            while True:
                while self.taken < len(self.lines):
                    self.taken += 1
                    if match := re.search(pattern, self.lines[self.taken - 1][1]):
                        return match
                if not self.heard.wait(max(0, deadline - time.monotonic())):
                    raise GuestError(
                        f"the agent did not say {pattern!r} within {timeout} s; it said:\n"
                        + "\n".join(line for _, line in self.lines[-12:]))

    def said(self):
        with self.heard:
            return "\n".join(line for _, line in self.lines)

    # Foxes

    def qmp(self, command, **arguments):
        message = {"execute": command, "arguments": arguments}
        self.qmp_file.write(json.dumps(message).encode() + b"\n")
        self.qmp_file.flush()
        while True:
            answer = self.qmp_read()
            if "event" in answer:
                self.events.append(answer)
            elif "error" in answer:
                raise GuestError(f"{command}: {answer['error']['desc']}")
            else:
                return answer["return"]

    def qmp_read(self):
        line = self.qmp_file.readline()
        if not line:
            raise GuestError("QEMU is gone: " + (self.folder / "qemu.log").read_text())
        return json.loads(line)

    def event(self, is_it):
        """Waits for an event of QEMU's; the one that came meanwhile counts."""
        while not (found := [each for each in self.events if is_it(each)]):
            self.events.append(self.qmp_read())
        self.events.clear()
        return found[0]

    def attach(self, fox):
        """Makes a fox's medium known: image, write log, throttle; once for each fox."""
        name = fox.name
        self.foxes[name] = fox
        self.qmp("blockdev-add", **{
            "driver": "raw", "node-name": f"{name}-image", "read-only": fox.read_only,
            "file": {"driver": "file", "filename": str(fox.image)}})
        top = f"{name}-image"
        if fox.bad_sectors:
            self.qmp("blockdev-add", **{
                "driver": "blkdebug", "node-name": f"{name}-bad", "image": top,
                "inject-error": [
                    {"event": "none", "iotype": "read", "errno": 5, "sector": sector}
                    for sector in fox.bad_sectors]})
            top = f"{name}-bad"
        if not fox.read_only:
            fox.log.path.write_bytes(b"")
            self.qmp("blockdev-add", **{
                "driver": "blklogwrites", "node-name": f"{name}-log", "file": top,
                "log-sector-size": 512, "log-super-update-interval": 1,
                "log": {"driver": "file", "filename": str(fox.log.path)}})
            top = f"{name}-log"
        self.qmp("object-add", **{"qom-type": "throttle-group", "id": f"{name}-throttle"})
        self.qmp("blockdev-add", **{
            "driver": "throttle", "node-name": name, "throttle-group": f"{name}-throttle",
            "read-only": fox.read_only, "file": top})

    def detach(self, fox):
        """Forgets a fox that is not plugged in, so that its image can be changed."""
        del self.foxes[fox.name]
        fox.log.path.unlink(missing_ok=True)
        self.qmp("blockdev-del", **{"node-name": fox.name})
        if not fox.read_only:
            self.qmp("blockdev-del", **{"node-name": f"{fox.name}-log"})
        if fox.bad_sectors:
            self.qmp("blockdev-del", **{"node-name": f"{fox.name}-bad"})
        self.qmp("blockdev-del", **{"node-name": f"{fox.name}-image"})
        self.qmp("object-del", id=f"{fox.name}-throttle")

    def plug(self, fox, serial=None):
        """Plugs in: a new USB device, whose id no earlier plug had."""
        if fox.name not in self.foxes:
            self.attach(fox)
        fox.plugs += 1
        device = self.device(fox)
        place = {"port": fox.port} if fox.port else {}
        serial = fox.serial if serial is None else serial
        self.qmp("device_add", driver="usb-bot", id=device, bus="xhci.0", serial=serial, **place)
        self.qmp("device_add", driver="scsi-hd", id=f"{device}-lun", bus=f"{device}.0",
                 drive=fox.name, removable=True, vendor="AI6YM", product="PicoFox", ver="2.0",
                 serial=serial, **{"write-cache": "off"})
        self.qmp("qom-set", path=f"/machine/peripheral/{device}", property="attached", value=True)

    def lay_in(self, fox):
        """Gives the guest a fox's medium as /dev/vda, for its own gadget."""
        self.attach(fox)
        self.qmp("device_add", driver="virtio-blk-pci", id=f"{fox.name}-gadget", drive=fox.name)
        self.sh("modprobe virtio_blk; udevadm wait --timeout=120 /dev/vda")

    def pull(self, fox):
        """Pulls the plug, without a word before."""
        device = self.device(fox)
        self.qmp("device_del", id=device)
        self.event(lambda each: each["event"] == "DEVICE_DELETED"
                   and each["data"].get("device") == device)

    @staticmethod
    def device(fox):
        return f"{fox.name}-{fox.plugs}"

    def throttle(self, fox, bytes_a_second=0, requests_a_second=0):
        """Slows a fox's writes down to what flash takes; 0 lifts it."""
        self.qmp("qom-set", path=f"/objects/{fox.name}-throttle", property="limits",
                 value={"bps-write": bytes_a_second, "iops-write": requests_a_second})

    def hub(self, port=1):
        """A hub of eight ports at a port of the computer; its ports are called '1.1' and so on."""
        self.qmp("device_add", driver="usb-hub", id=f"hub{port}", bus="xhci.0", port=str(port))

    def log_tail(self):
        try:
            return (self.folder / "kernel.log").read_text(errors="replace")[-1500:]
        except OSError:
            return ""

    def close(self):
        self.process.kill()
        self.process.wait()
        Guest.running.discard(self)
        with open(self.folder / "agent.log", "w") as file:
            file.writelines(f"{at - self.started:8.3f} {line}\n" for at, line in self.lines)
        if os.path.exists(self.folder / "qemu.log") and not (self.folder / "qemu.log").read_bytes():
            os.unlink(self.folder / "qemu.log")
