#!/usr/bin/env bash
# web.sh [modules | first | tools]: builds the web page into web/dist, or only its WebAssembly modules into web/wasm. A
# first page does without the engine for one thread, which browsers need where pages cannot share memory: on static
# hosts, and over http from another machine. Installs what is missing: Debian packages by apt-get, the page's own by npm
# as web/package-lock.json pins them. `tools` only installs npm's packages, with those that check and test the page.
set -uo pipefail

source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/setup.sh"
[[ $# -le 1 && ${1:-modules} =~ ^(modules|first|tools)$ ]] || die "usage: scripts/web.sh [modules | first | tools]"

install_packages "${web_packages[@]}"
engines=engine-threads
# Once there, the engine for one thread is kept up to date.
[[ ${1-} == first && ! -f $stockade_root/web/wasm/engine.wasm ]] || engines=modules

# Two builds of the page would spoil each other: the second waits.
mkdir -p "$stockade_root/build" && exec {page_lock}>"$stockade_root/build/.page-lock" ||
    die "Cannot write to $stockade_root/build: make it writable, or free some space, and run this again."
if ! flock -n "$page_lock"; then
    say "Waiting for another build of the page to end."
    flock "$page_lock"
fi

cd "$stockade_root/web" || exit
# npm writes this file last, so its date tells whether what is installed is what the lock file says. It waits for the
# network and the disk, so the compilers need not wait for it.
npm_job=
omitted=(--omit=dev)
# Once there, the tools stay.
[[ ${1-} != tools && ! -d node_modules/vitest ]] || omitted=()
if [[ ! node_modules/.package-lock.json -nt package-lock.json || (${1-} == tools && ! -d node_modules/vitest) ]]; then
    say "Installing the page's packages"
    npm_log=$(mktemp) || die "Cannot write to ${TMPDIR:-/tmp}: free some space there and run this again."
    trap 'rm -f "$npm_log"' EXIT
    npm ci "${omitted[@]}" --no-audit --no-fund --loglevel=error </dev/null >"$npm_log" 2>&1 &
    npm_job=$!
fi
if [[ ${1-} != tools ]]; then
    build_preset wasm modules
    build_preset wasm-engine "$engines"
fi
if [[ $npm_job ]] && ! wait "$npm_job"; then
    cat "$npm_log" >&2
    cause=$(cause_in "$npm_log") || cause="run it by hand in web/ to see why"
    die "Installing the page's packages by npm ci failed: $cause"
fi
[[ ${1-} != modules && ${1-} != tools ]] || exit 0

# The date of the page's first file tells which sources are in it, as of when the build began. Folders count, too:
# their dates tell of files that are gone.
sources=(board index.html messages.js package-lock.json public rulebook.js src svelte.config.js tsconfig.json
    vite.config.ts wasm ../docs/images/rules ../docs/rules ../messages ../networks)
began=$(date +%s.%N)
if [[ ! -f dist/index.html || $(find "${sources[@]}" -newer dist/index.html -print -quit) ]]; then
    say "Building: web/dist"
    # In a folder beside it: a page that is half written, because the disk is full or somebody stops this, must not pass
    # for a whole one.
    log=$(mktemp) || die "Cannot write to ${TMPDIR:-/tmp}: free some space there and run this again."
    trap 'rm -f "$log" "${npm_log-}"; rm -rf "$PWD/dist.new"' EXIT
    if ! node_modules/.bin/vite build --outDir dist.new --emptyOutDir --logLevel warn 2>&1 | tee "$log" >&2; then
        cause=$(cause_in "$log") || cause="what is above says why"
        die "Building web/dist failed: $cause"
    fi
    touch -d "@$began" dist.new/index.html
    rm -rf dist && mv dist.new dist || die "Cannot write to $PWD/dist: make it writable and run this again."
fi
touch -d "@$began" dist/index.html
