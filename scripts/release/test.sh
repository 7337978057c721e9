#!/usr/bin/env bash
# test.sh <version> <folder of a release>: unpacks a release and runs it: every level of instruction sets on processors
# that have no more, ARM64 under qemu, Windows under wine, the packages in a fresh Debian, the image as a folder.
# Searches must visit the same nodes everywhere.
set -uo pipefail

source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"
[[ $# == 2 ]] || die "usage: scripts/release/test.sh VERSION FOLDER"
version=$1 dist=$(realpath "$2")
work=$(mktemp -d) || die "Cannot write to ${TMPDIR:-/tmp}: free some space there and run this again."
trap 'rm -rf "$work"' EXIT
cd "$work" || exit

# signature <command>...: the number of nodes that the searches of `bench` visit.
signature() { "$@" bench --quick --signature 2>"$work/log" | sed -n 's/.*[Ss]ignature[: ]*\([0-9]*\).*/\1/p' | tail -n 1; }
# same <name> <command>...: stops where the signature is another.
same() {
    local got
    got=$(signature "${@:2}")
    [[ $got && $got == "$expected" ]] || die "$1: signature '$got', expected $expected. $(tail -n 1 "$work/log")"
    say "ok: $1, signature $got"
}

tar xf "$dist/stockade-$version-linux-x86_64.tar.xz" || die "The x86-64 archive cannot be unpacked."
here=$work/stockade-$version-linux-x86_64
expected=$(signature "$here/stockade-lab")
[[ $expected ]] || die "The x86-64 programs do not run here: $(tail -n 1 "$work/log")"
[[ $("$here/stockade" --version) == *"Stockade ${version%%-*}"*"chosen from"* ]] || die "stockade --version: $("$here/stockade" --version)"
for level in baseline avx2 avx512; do
    if STOCKADE_CPU=$level "$here/stockade" --version >"$work/log" 2>&1; then
        same "x86-64 $level" env STOCKADE_CPU=$level "$here/stockade-lab"
    else
        say "not here: x86-64 $level"
    fi
done
# The first x86-64 processors, one of 2010 and one with AVX2.
for cpu in qemu64 Nehalem Haswell; do same "x86-64 on $cpu" qemu-x86_64 -cpu "$cpu" "$here/stockade-lab"; done
"$here/stockade" match --engine name=a --engine name=b --games 2 --tc nodes=50 >"$work/log" 2>&1 || die "A match on x86-64: $(tail -n 1 "$work/log")"

tar xf "$dist/stockade-$version-linux-arm64.tar.xz" || die "The ARM64 archive cannot be unpacked."
same "ARM64" qemu-aarch64 "$work/stockade-$version-linux-arm64/stockade-lab"

unzip -q "$dist/stockade-$version-windows-x86_64.zip" || die "The Windows archive cannot be unpacked."
export WINEPREFIX=$work/wine WINEDEBUG=-all
windows=$work/stockade-$version-windows-x86_64
same "Windows" wine "$windows/stockade-lab.exe"
wine "$windows/stockade.exe" match --engine name=a --engine name=b --games 2 --tc nodes=50 >"$work/log" 2>&1 ||
    die "A match on Windows: $(tail -n 1 "$work/log")"
printf 'e2\nshow\nquit\n' | wine "$windows/stockade.exe" play quoridor >"$work/log" 2>&1
grep -q '^ok e2' "$work/log" || die "The terminal game on Windows: $(tail -n 1 "$work/log")"
say "ok: Windows, a match and a game line by line"

lintian --fail-on error,warning "$dist"/*.deb || die "lintian finds mistakes in the packages."
mkdir fresh
mmdebstrap --quiet --variant=apt --include=ca-certificates --customize-hook="copy-in $dist/stockade_${version}_amd64.deb \
    $dist/stockade-server_${version}_amd64.deb /tmp" --customize-hook='chroot "$1" sh -c "apt-get install -y /tmp/*.deb && \
    id stockade && stockade --version && printf \"e2\nquit\n\" | stockade play quoridor && stockade-server --version"' \
    bookworm fresh 2>"$work/log" || die "The packages in a fresh Debian: $(tail -n 3 "$work/log")"
say "ok: both packages install and run in a fresh Debian"

# The image without a tool for containers: its one layer as a folder, read-only, as its user.
mkdir image root state && tar xf "$dist/stockade-$version-image.tar" -C image
layer=$(python3 -c 'import json, sys
blob = lambda d: f"image/blobs/sha256/{d.split(chr(58))[1]}"
index = json.load(open("image/index.json"))
print(blob(json.load(open(blob(index["manifests"][0]["digest"])))["layers"][0]["digest"]))')
tar xf "$layer" -C root || die "The layer of the image cannot be unpacked."
chown 999:999 state
STOCKADE_DATABASE=sqlite:///var/lib/stockade/games.db unshare --mount --fork --kill-child -- bash -c 'mount --bind root root &&
    mount --bind state root/var/lib/stockade && mount -t proc proc root/proc && mount -o remount,bind,ro root &&
    exec chroot --userspec=999:999 --groups= root "$@"' -- /usr/bin/stockade-server serve --port 18080 >"$work/log" 2>&1 &
server=$!
for _ in $(seq 60); do
    chroot --userspec=999:999 root /usr/bin/stockade-server health --port 18080 2>/dev/null && break
    sleep 1
done
chroot --userspec=999:999 root /usr/bin/stockade-server health --port 18080
status=$?
kill $(pgrep -P "$server")
wait "$server" 2>/dev/null
((status == 0)) || die "The image's server is not well: $(tail -n 1 "$work/log")"
say "ok: the image, on a read-only root, as user 999"
