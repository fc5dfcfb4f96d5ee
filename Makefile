# What people type; each recipe is one or two plain commands that can be typed by hand just as well.
PREFIX ?= /usr/local
DESTDIR ?=
SECONDS ?= 60
FORMATTED := Sources Tests Package.swift
PROGRAM := .build/release/fox-sync
# GNU's C++ library, on which Swift's stand, is inside, too, where it can be: a sixth of all symbols
# that the loader would look up at each start.
STATIC := .build/static
# Swift's libraries inside; no trace of this folder, so that the same sources give the same bytes
# wherever they are built (no build id either, which is a digest of traces too); addresses that the loader has filled in are read-only.
RELEASE := --static-swift-stdlib --disable-local-rpath -debug-info-format none \
	-Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. -Xcc -ffile-prefix-map=$(CURDIR)=. \
	-Xcc -fstack-protector-strong -Xcc -D_FORTIFY_SOURCE=2 \
	-Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now -Xlinker --build-id=none -Xswiftc -L$(CURDIR)/$(STATIC)
SOURCES := $(shell find Sources -type f) Package.swift

.DEFAULT_GOAL := help
.PHONY: help demo test loops fuzz build check lint format setup lab lab-long bench soak deb proof install uninstall clean

help: ## this list
	@echo 'fox-sync: make TARGET, with one of'
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' Makefile
	@echo "install and uninstall take PREFIX= (now $(PREFIX)) and DESTDIR="

demo: ## see it work, without hardware: build it and sync a fox that a tmpfs plays
	@scripts/setup build
	@scripts/demo

test: ## install what is missing, then run all tests
	@scripts/setup
	swift test

loops: ## the loops over every fault, crash and kill, of which 'make test' takes a sample, in full
	@scripts/setup
	FOX_SYNC_LONG=1 swift test --filter 'FaultLoopTests|CrashLoopTests|KilledProgramTests|SpoiltMediumTests|HostileVolumeTests|DraftEditTests'

fuzz: ## any bytes at all for the readers of settings.txt, WAVs and FATs, SECONDS=60 for each
	Fuzz/run settings $(SECONDS)
	Fuzz/run wav $(SECONDS)
	Fuzz/run fat $(SECONDS)

lab: $(PROGRAM) ## plug virtual foxes into a computer under QEMU: real USB, udev, vfat, pulled plugs
	@scripts/setup lab
	@python3 Tests/Lab/test_foxlab.py
	Tests/Lab/lab

lab-long: $(PROGRAM) ## the lab's long set: random pulls, slow flash, what takes minutes to measure
	@scripts/setup lab
	Tests/Lab/lab --long

bench: $(PROGRAM) ## fox-sync beside what people use; PARTS="device agent …" QUICK=1
	@scripts/setup bench
	@python3 Benchmarks/test_foxbench.py
	Benchmarks/bench $(if $(QUICK),--quick) $(PARTS)

soak: $(PROGRAM) ## ten thousand plugs of one agent: descriptors, memory, size of the database
	Benchmarks/bench $(if $(QUICK),--quick) soak

build: $(PROGRAM) ## build the program for installing, Swift's own libraries inside it

# A file and no phony target, so that 'sudo make install' after 'make build' needs no swift.
$(PROGRAM): $(SOURCES)
	@scripts/setup build
	@mkdir -p $(STATIC)
	@ln -sf "$$(clang -print-file-name=libstdc++.a)" $(STATIC)/libstdc++.a
	swift build -c release --product fox-sync $(RELEASE)
	@touch $@

check: lint ## lint, then build as CI does: a warning or an undeclared import is an error
	@scripts/setup build
	CI=true swift build --build-tests --explicit-target-dependency-import-check error

lint: ## formatting, documentation and the architecture's rules
	swift format lint --strict --recursive $(FORMATTED)
	scripts/check-architecture --self-test
	scripts/check-architecture

format: ## format every Swift file in place
	swift format --in-place --recursive $(FORMATTED)

setup: ## only install what building and testing need
	@scripts/setup

deb: $(PROGRAM) ## build the Debian package into .build/package, and let lintian look at it
	@scripts/setup deb
	appstreamcli validate --no-net packaging/metainfo/*.xml
	rm -rf .build/package
	packaging/debian/build $(PROGRAM) .build/package
	lintian --fail-on error,warning --tag-display-limit 0 .build/package/*.deb

proof: $(PROGRAM) ## install that package on a booted Debian, plug foxes in, cut the power, purge it; build it twice
	@scripts/setup proof
	Tests/Lab/lab --jobs 1 package_bench package_desktop package_same

install: $(PROGRAM) ## install program, services, manual pages below PREFIX, built first where needed
	PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" packaging/install $(PROGRAM)

uninstall: ## remove what install installs; drafts, backups, log and configuration stay
	PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" packaging/install --remove $(PROGRAM)

clean: ## remove everything that was built
	rm -rf .build
