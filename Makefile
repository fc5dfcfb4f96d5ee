# What people type; each recipe is one or two plain commands that can be typed by hand just as well.
PREFIX ?= /usr/local
DESTDIR ?=
FORMATTED := Sources Tests Package.swift
PROGRAM := .build/release/fox-sync
SOURCES := $(shell find Sources -type f) Package.swift

.DEFAULT_GOAL := help
.PHONY: help demo test build check lint format setup lab lab-long bench soak install uninstall clean

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

lab: $(PROGRAM) ## plug virtual foxes into a computer under QEMU: real USB, udev, vfat, pulled plugs
	@scripts/setup lab
	@python3 Tests/Lab/test_foxlab.py
	Tests/Lab/lab

lab-long: $(PROGRAM) ## the lab's long set: random pulls, slow flash, distributions
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
	swift build -c release --static-swift-stdlib --product fox-sync
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

install: $(PROGRAM) ## install the program below PREFIX, built first where it is not
	install -D -s -m 755 $(PROGRAM) "$(DESTDIR)$(PREFIX)/bin/fox-sync"

uninstall: ## remove the installed program; drafts, backups and the log stay
	rm -f "$(DESTDIR)$(PREFIX)/bin/fox-sync"

clean: ## remove everything that was built
	rm -rf .build
