#!/usr/bin/env bash
# test.sh <version> <folder of a release> [x86-64 | arm64 | windows | packages | image | web]...: unpacks a release and
# runs it, all of it or the named parts: every level of instruction sets on processors that have no more, ARM64 under
# qemu, Windows under wine, the packages in a fresh Debian, the image as a folder. Searches must visit the same nodes
# everywhere.
set -uo pipefail

source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"
all_parts=(x86-64 arm64 windows packages image web)
(($# >= 2)) || die "usage: scripts/release/test.sh VERSION FOLDER [PART...], of the parts ${all_parts[*]}"
version=$1 dist=$(realpath "$2") parts=("${@:3}")
((${#parts[@]})) || parts=("${all_parts[@]}")
for part in "${parts[@]}"; do
    [[ " ${all_parts[*]} " == *" $part "* ]] || die "Unknown part '$part': expected ${all_parts[*]}"
done
work=$(mktemp -d) || die "Cannot write to ${TMPDIR:-/tmp}: free some space there and run this again."
trap 'WINEPREFIX=$work/wine wineserver -k 2>/dev/null; rm -rf "$work"' EXIT
cd "$work" || exit
log=$work/log

as_root=()
((EUID == 0)) || as_root=(sudo)

tar xf "$dist/stockade-$version-linux-x86_64.tar.xz" || die "The x86-64 archive cannot be unpacked."
here=$work/stockade-$version-linux-x86_64

# signature <command>...: the number of nodes that the searches of `bench` visit.
signature() { "$@" bench --quick --signature 2>"$log" | tr -d '\r' | sed -n 's/^Signature: \([0-9]*\)$/\1/p'; }
# same <name> <command>...: stops where the signature is another.
same() {
    local got
    got=$(signature "${@:2}")
    [[ $got && $got == "$expected" ]] || die "$1: signature '$got', expected $expected. $(tail -n 1 "$log")"
    say "ok: $1, signature $got"
}
# analysed <command>...: a game with the evaluations of the network, which depend on the kernels bit by bit.
analysed() {
    printf '[Game "quoridor"]\n[Result "*"]\n\n1. e2 e8 2. e3 e7 3. d4h e6 *\n' >game.record
    "$@" analyse game.record --nodes 300 --output - 2>"$log" | tr -d '\r'
}
# counts <name> <command>...: stops where perft differs from the counts of the tests.
counts() {
    local spec moves depth count got checked=0
    while IFS='|' read -r spec moves depth count; do
        [[ $count ]] || { count=$depth depth=$moves moves=''; }
        # The long ones are for real processors; dice have another test.
        ((count < 300000)) && [[ $moves != *rolls* ]] || continue
        moves=${moves/moves/}
        got=$("${@:2}" perft $((depth)) --game "${spec// /}" ${moves:+--moves "$moves"} 2>"$log" </dev/null | tail -n 1)
        [[ $got == *", $((count))" ]] ||
            die "$1: perft $((depth)) of ${spec// /}${moves:+ after$moves}: '$got', expected $((count))." \
                "$(tail -n 1 "$log")"
        ((++checked))
    done < <(grep -hE '^[a-z]' "$stockade_root"/tests/perft/{quoridor,territoires,blockade,pinko}.txt |
        shuf --random-source=<(yes) -n 40)
    ((checked > 10)) || die "$1: only $checked perft counts were found."
    say "ok: $1, $checked perft counts"
}
# match_of <name> <command>...: two engines of this program play each other.
match_of() {
    # Games, and no crash, no late and no illegal turn.
    "${@:2}" match --engine name=a --engine name=b --games 2 --tc nodes=50 2>&1 | tr -d '\r' >"$log" &&
        grep -qE '^a +2 .* 0 +0 +0$' "$log" || die "$1, a match: $(tail -n 1 "$log")"
    say "ok: $1, a match"
}
# line_by_line <name> <command>...: a game through a pipe.
line_by_line() {
    printf 'e2\ne8\nposition\n' | "${@:2}" play quoridor 2>&1 | tr -d '\r' >"$log"
    grep -qxF 'position quoridor; pawns e2 e8; hand 10 10; walls -; turn 1' "$log" ||
        die "$1, a game line by line: $(tail -n 1 "$log")"
    say "ok: $1, a game line by line"
}

test_x86-64() {
    local level cpu
    [[ $("$here/stockade" --version) == "Stockade ${version%%-*}"*"chosen from"* ]] ||
        die "stockade --version says: $("$here/stockade" --version)"
    for level in baseline avx2 avx512; do
        if STOCKADE_CPU=$level "$here/stockade" --version >"$log" 2>&1; then
            same "x86-64, $level" env STOCKADE_CPU=$level "$here/stockade-lab"
        else
            say "not here: x86-64, $level"
        fi
    done
    # The first x86-64 processors, one of 2010 and one with AVX2. Each must get its own level: a lower one would visit
    # the same nodes.
    local -A sets=([Opteron_G1]='x86-64,' [Nehalem]='x86-64,' [Haswell]='x86-64 with AVX2,')
    for cpu in "${!sets[@]}"; do
        qemu-x86_64 -cpu "$cpu" "$here/stockade" --version 2>"$log" | grep -qF "instruction sets ${sets[$cpu]}" ||
            die "x86-64 on $cpu: expected the instruction sets ${sets[$cpu]%,}. $(tail -n 1 "$log")"
        same "x86-64 on $cpu" qemu-x86_64 -cpu "$cpu" "$here/stockade-lab"
    done
    match_of "x86-64" "$here/stockade"
    line_by_line "x86-64" "$here/stockade"
}

test_arm64() {
    tar xf "$dist/stockade-$version-linux-arm64.tar.xz" || die "The ARM64 archive cannot be unpacked."
    local there=$work/stockade-$version-linux-arm64 got
    same "ARM64" qemu-aarch64 "$there/stockade-lab"
    counts "ARM64" qemu-aarch64 "$there/stockade-lab"
    got=$(analysed qemu-aarch64 "$there/stockade")
    [[ $got == *'%eval'* && $got == "$(analysed "$here/stockade")" ]] ||
        die "ARM64: the network evaluates a game otherwise: ${got//$'\n'/ }"
    say "ok: ARM64, the same evaluations by the network"
    line_by_line "ARM64" qemu-aarch64 "$there/stockade"
}

test_windows() {
    unzip -q "$dist/stockade-$version-windows-x86_64.zip" || die "The Windows archive cannot be unpacked."
    # Without its parts for .NET and HTML, which nothing here needs.
    export WINEPREFIX=$work/wine WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml=
    local there=$work/stockade-$version-windows-x86_64
    same "Windows" wine "$there/stockade-lab.exe"
    match_of "Windows" wine "$there/stockade.exe"
    line_by_line "Windows" wine "$there/stockade.exe"
}

test_packages() {
    local allowed=()
    # The default maintainer is an address that takes no mail.
    [[ ${STOCKADE_MAINTAINER-} ]] || allowed=(--suppress-tags bogus-mail-host)
    lintian --fail-on error,warning "${allowed[@]}" "$dist"/*.deb || die "lintian finds mistakes in the packages."
    say "ok: lintian"
    # The same packages under a lower version stand for those of an earlier release.
    local name=_$(debian_version "$version")_amd64.deb package earlier=0.0.1
    mkdir earlier
    for package in stockade stockade-server; do
        dpkg-deb --raw-extract "$dist/$package$name" "earlier/$package" &&
            sed -i -e "s/^Version: .*/Version: $earlier/" -e "s/stockade (= [^)]*)/stockade (= $earlier)/" \
                "earlier/$package/DEBIAN/control" &&
            dpkg-deb --root-owner-group -Znone --build "earlier/$package" "${package}_${earlier}_amd64.deb" \
                >"$log" 2>&1 ||
            die "No earlier package to upgrade from: $(tail -n 1 "$log")"
    done
    cat >inside.sh <<'END'
set -ex
export DEBIAN_FRONTEND=noninteractive
# install_version <version>: both packages of it, also over later ones.
install_version() {
    apt-get install -y --no-install-recommends --allow-downgrades "/tmp/stockade_$1_amd64.deb" \
        "/tmp/stockade-server_$1_amd64.deb"
    [ "$(dpkg-query -W -f '${Version}' stockade-server)" = "$1" ]
}
start() {
    STOCKADE_DATABASE=sqlite:///var/lib/stockade/games.db setpriv --reuid=stockade --regid=stockade --init-groups \
        stockade-server serve --port PORT >>/tmp/server.log 2>&1 &
    server=$!
    for _ in $(seq 60); do ! stockade-server health --port PORT || break; sleep 1; done
    stockade-server health --port PORT || { cat /tmp/server.log; exit 1; }
}
stop() { kill $server && wait $server; }
# ask <method> <path> [<body>]: what the server answers; there is no other client here.
ask() {
    exec 3<>/dev/tcp/127.0.0.1/PORT
    printf '%s %s HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %s\r\n\r\n%s' \
        "$1" "$2" "${#3}" "$3" >&3
    cat <&3
    exec 3>&-
}
# ask_is <text> <method> <path> [<body>]: grep reads all of it, so that the server is not cut off.
ask_is() { ask "${@:2}" | grep -a -- "$1" >/dev/null; }

install_version EARLIER
[ "$(id -un stockade)" = stockade ]
install -d -o stockade -g stockade /var/lib/stockade
start
ask_is '"name":"Keeper"' POST /api/register '{"name":"Keeper","password":"correct horse battery"}'
stop

# The upgrade, the way back, and the upgrade again: who was there stays.
for version in VERSION EARLIER VERSION; do
    install_version "$version"
    start
    ask_is '"name":"Keeper"' GET /api/users/Keeper
    stop
done

stockade --version
printf 'e2\nposition\n' | stockade play quoridor | grep 'pawns e2 e9' >/dev/null
stockade perft 2 | grep 16677 >/dev/null
start
ask_is '<title>' GET /
# The libraries that draw and that format the rules work as they do where the server was built.
ask_is PNG GET /rules/quoridor/card.png
ask_is '<h2' GET /rules/quoridor
if grep 'font not loaded' /tmp/server.log; then exit 1; fi
stop
[ -s /var/lib/stockade/games.db ]
[ -f /lib/systemd/system/stockade-server.service ]
apt-get remove -y stockade-server
[ -s /var/lib/stockade/games.db ] && [ ! -e /usr/bin/stockade-server ]
apt-get purge -y stockade-server stockade
[ ! -e /var/lib/stockade ] && [ ! -e /usr/bin/stockade ] && [ ! -e /usr/share/stockade ]
END
    sed -i -e "s/PORT/$((20000 + RANDOM % 10000))/" -e "s/EARLIER/$earlier/" \
        -e "s/VERSION/$(debian_version "$version")/g" inside.sh
    local earlier_debs="$work/stockade_${earlier}_amd64.deb $work/stockade-server_${earlier}_amd64.deb"
    "${as_root[@]}" mmdebstrap --quiet --variant=apt --format=null \
        --customize-hook="copy-in $dist/stockade$name $dist/stockade-server$name $earlier_debs $work/inside.sh /tmp" \
        --customize-hook='chroot "$1" bash /tmp/inside.sh' bookworm - >"$log" 2>&1 </dev/null ||
        die "The packages in a fresh Debian: $(grep -vE '^(I|W|E): |cleaning|signal' "$log" | tail -n 3 | tr '\n' ' ')"
    say "ok: both packages install, run, are upgraded, rolled back and removed in a fresh Debian"
}

# The image without a tool for containers: its one layer as a folder, read-only, as its user.
test_image() {
    mkdir image root state && tar xf "$dist/stockade-$version-image.tar" -C image || die "The image cannot be unpacked."
    local port=$((20000 + RANDOM % 10000))
    # Another program reads the layout, and compares each part with its digest.
    skopeo --insecure-policy copy --quiet "oci:image:$version" dir:copied 2>"$log" ||
        die "The image is no OCI layout that skopeo can copy: $(tail -n 1 "$log")"
    python3 - >settings <<'END' || die "The image is no OCI layout."
import json, shlex
def blob(descriptor): return "image/blobs/sha256/" + descriptor["digest"].split(":")[1]
manifest = json.load(open(blob(json.load(open("image/index.json"))["manifests"][0])))
config = json.load(open(blob(manifest["config"])))["config"]
print("layer=" + blob(manifest["layers"][0]))
print("user=" + config["User"])
print("variables=(" + shlex.join(config["Env"]) + ")")
print("start=(" + shlex.join(config["Entrypoint"] + config["Cmd"]) + ")")
print("health=(" + shlex.join(config["Healthcheck"]["Test"][1:]) + ")")
END
    cat >inside.sh <<'END'
set -ex
fail() { set +x; echo "$*"; exit 1; }
source ./settings
tar xf "$layer" -C root
chown "$user" state
mount --bind root root
mount --bind state root/var/lib/stockade
mount -t proc proc root/proc
mount -o remount,bind,ro root
# No function: the process in the background is then the server itself.
in_image=(env -i "${variables[@]}" /usr/sbin/chroot --userspec="$user" --groups= root)
"${in_image[@]}" "${start[@]}" --port "$1" >"$2" 2>&1 &
server=$!
for _ in $(seq 60); do ! "${in_image[@]}" "${health[@]}" --port "$1" 2>/dev/null || break; sleep 1; done
"${in_image[@]}" "${health[@]}" --port "$1"
python3 - "http://127.0.0.1:$1" <<'ASK'
import sys, urllib.request
def answer(path): return urllib.request.urlopen(sys.argv[1] + path).read()
assert b"<title>" in answer("/"), "the page is not there"
assert b"<h2" in answer("/rules/quoridor"), "the rules are not there"
assert answer("/rules/quoridor/card.png").startswith(b"\x89PNG"), "no picture is drawn"
ASK
if grep 'font not loaded' "$2"; then fail "a font is not loaded"; fi
[[ $(stat -c %u:%g "/proc/$server") == "$user" && $user != 0:* ]]
if touch root/here 2>/dev/null; then fail "the root can be written to"; fi
[[ -s state/games.db ]]
kill "$server" && wait "$server"
END
    "${as_root[@]}" unshare --mount --pid --fork --kill-child --mount-proc bash inside.sh "$port" "$log" >said 2>&1 ||
        die "The image's server fails at: $(tail -n 1 said). It said: $(tail -n 1 "$log")"
    say "ok: the image, on a read-only root, as its user, by its health check"
}

test_web() {
    tar xf "$dist/stockade-$version-web.tar.xz" || die "The page cannot be unpacked."
    local file
    for file in index.html service-worker.js 'assets/rules-*.wasm' 'assets/engine-*.wasm' 'assets/quoridor-*.net'; do
        compgen -G "stockade-$version-web/$file" >/dev/null || die "The page lacks $file."
    done
    # What the first page names is there, by addresses that work in any folder of a host.
    grep -oE '(src|href)="[^"]+"' "stockade-$version-web/index.html" | cut -d'"' -f2 | while read -r file; do
        [[ $file == ./* && -f stockade-$version-web/$file ]] || die "The page names $file, which is not there."
    done || exit
    say "ok: the page"
}

expected=$(signature "$here/stockade-lab")
[[ $expected ]] || die "The x86-64 programs do not run here: $(tail -n 1 "$log")"
for part in "${parts[@]}"; do "test_$part"; done
(cd "$dist" && sha256sum --quiet --check SHA256SUMS) || die "Files differ from SHA256SUMS."
say "ok: checksums"
