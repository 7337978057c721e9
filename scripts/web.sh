#!/usr/bin/env bash
# web.sh [modules]: builds the web page into web/dist, or only its WebAssembly modules into web/wasm. Installs what is
# missing: Debian packages by apt-get, the page's own by npm as web/package-lock.json pins them.
set -uo pipefail

source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/setup.sh"
[[ $# -le 1 && ${1:-modules} == modules ]] || die "usage: scripts/web.sh [modules]"

install_packages "${web_packages[@]}"
for preset in wasm wasm-engine wasm-threads; do build_preset "$preset" modules; done

cd "$stockade_root/web" || exit
# npm writes this file last, so its date tells whether what is installed is what the lock file says.
if [[ ! node_modules/.package-lock.json -nt package-lock.json ]]; then
    say "Installing the page's packages"
    npm ci --no-audit --no-fund --loglevel=error >&2 || die "npm ci failed"
fi
[[ ${1:-} != modules ]] || exit 0

# The date of the page's first file tells which sources are in it, as of when the build began. Folders count, too:
# their dates tell of files that are gone.
sources=(board index.html package-lock.json public src svelte.config.js tsconfig.json vite.config.ts wasm ../networks)
began=$(date +%s)
if [[ ! -f dist/index.html || $(find "${sources[@]}" -newer dist/index.html -print -quit) ]]; then
    say "Building: web/dist"
    node_modules/.bin/vite build --logLevel warn >&2 || die "vite build failed"
fi
touch -d "@$began" dist/index.html
