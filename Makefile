# Each target is one line; what it does is in tools/.
.PHONY: bench bench-all reference gate calibrate test test-quick check format setup doctor docs clean install uninstall

# Where `make install` installs, and what packages put before it.
PREFIX ?= /usr/local
DESTDIR ?=

bench:   ; @tools/bench
bench-all: ; @tools/bench-all
reference: ; @tools/reference
gate:    ; @tools/gate
calibrate: ; @tools/calibrate
test:    ; @tools/test
test-quick: ; @tools/test-quick
check:   ; @tools/check
format:  ; swift format --in-place --recursive Package.swift Sources Lab Benchmarks Plugins Tests
setup:   ; @tools/setup
doctor:  ; @swift run --configuration release --quiet hamon doctor
docs:    ; @tools/docs
install: ; @PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' tools/install
uninstall: ; @PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' tools/install --uninstall
clean:   ; rm -rf .build .build-* results/latest
