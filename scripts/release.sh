#!/usr/bin/env bash
# release.sh VERSION: makes a release from a clean tree into dist/, and tests it. The same sources give the same bytes.
# docs/release.md tells what is in it and how long it takes.
#
#   dist/stockade-VERSION-linux-x86_64.tar.xz   programs for every x86-64 processor, without shared libraries
#   dist/stockade-VERSION-linux-arm64.tar.xz    programs for ARM64
#   dist/stockade-VERSION-windows-x86_64.zip    programs for Windows
#   dist/stockade_VERSION_amd64.deb, dist/stockade-server_VERSION_amd64.deb
#   dist/stockade-VERSION-image.tar             container image of the server, OCI layout
#   dist/stockade-VERSION-web.tar.xz            the page for any static host
#   dist/stockade-VERSION.spdx.json, dist/CHANGES.md, dist/SHA256SUMS
set -uo pipefail

source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/release/common.sh"
version=${1-}
[[ $# == 1 && $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9a-z.]+)?$ ]] || die "usage: scripts/release.sh VERSION, as 0.2.0"
cd "$stockade_root" || exit

# 1. The version is that of the sources, and the sources are those of a commit.
declared=$(sed -n 's/^project(stockade VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
[[ ${version%%-*} == "$declared" ]] ||
    die "CMakeLists.txt has version $declared, not ${version%%-*}: change it there first."
grep -qE "^## ${version//./\\.}( |$)" CHANGELOG.md || die "CHANGELOG.md has no section '## $version': write it first."
[[ $(uname -m) == x86_64 ]] || die "Releases are made on x86-64, and this machine is $(uname -m): use another one."
changed=$(git status --porcelain 2>&1) || die "No git repository here: make the release from a clone."
[[ -z $changed ]] || die "The tree has changes that are not committed: commit or stash them first."
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
free=$(df --output=avail -k . | tail -n 1)
((free > 6 * 1024 * 1024)) ||
    die "A release needs 6 GB of free disk here, and $((free / 1024 / 1024)) GB are free: free some."

began=$SECONDS
# step <what>: tells how far the release is.
steps_done=0
step() { say "[$((++steps_done))/9] after $(((SECONDS - began) / 60)) min: $*"; }

step "installing what is missing"
install_packages "${release_packages[@]}"
need_python 3 9
work=$stockade_root/build/release-work
out=$work/dist
rm -rf "$work" && mkdir -p "$out" ||
    die "Cannot write to $work: make it writable, or free some space, and run this again."
# dist/ is written at the very end, so there is never half a release. Files that fail their tests stay in $work.
trap 'rm -rf "$work"' EXIT
# ccache then knows the parts that the levels of the x86-64 programs share.
export CCACHE_BASEDIR=$stockade_root CCACHE_NOHASHDIR=1

# 2. Build. Libraries for ARM64 are unpacked, not installed.
step "programs for Windows"
build_preset windows stockade stockade-lab
step "programs for ARM64"
sysroot=$stockade_root/build/arm64-sysroot
if [[ ! -f $sysroot/complete ]]; then
    rm -rf "$sysroot"
    mmdebstrap --quiet --variant=extract --architectures=arm64 --include=libncurses-dev bookworm "$sysroot" \
        2>"$work/log" ||
        die "Fetching libraries for ARM64 failed: $(cause_in "$work/log" || tail -n 1 "$work/log")"
    : >"$sysroot/complete"
fi
build_preset arm64 "-DSTOCKADE_SYSROOT=$sysroot" stockade stockade-lab
step "programs for every x86-64 processor"
build_preset dist
step "the page"
scripts/web.sh || exit

# 3. Pack.
step "archives"
# archive <name> <ending> <program>...: the programs with what a user reads.
archive() {
    local folder=$work/stockade-$version-$1
    copy 755 "${@:3}" "$folder"
    copy 644 README.md LICENSE "$changelog" "$folder"
    only_system_paths "${@:3}"
    pack_tree "$folder" "$out/stockade-$version-$1.$2"
}
# The section of this version has the date of its commit from here on.
changelog=$work/CHANGELOG.md
sed "s/^## ${version//./\\.} (not released yet)\$/## $version ($(date -u -d "@$SOURCE_DATE_EPOCH" +%F))/" \
    CHANGELOG.md >"$changelog"
archive linux-x86_64 tar.xz build/dist/static/stockade build/dist/static/stockade-lab
archive linux-arm64 tar.xz build/arm64/stockade build/arm64/stockade-lab
archive windows-x86_64 zip build/windows/stockade.exe build/windows/stockade-lab.exe
cp -r web/dist "$work/stockade-$version-web" || die "Cannot copy the page: free some space and run this again."
mapfile -d '' page < <(find "$work/stockade-$version-web" -type f -print0)
only_system_paths "${page[@]}"
pack_tree "$work/stockade-$version-web" "$out/stockade-$version-web.tar.xz"
step "packages"
only_system_paths build/dist/stockade build/dist/stockade-{lab,server,client}
scripts/release/deb.sh "$version" build/dist web/dist "$out" || exit
step "the container image"
scripts/release/image.sh "$version" build/dist web/dist "$work/image" || exit
pack_image "$work/image" "$out/stockade-$version-image.tar"
scripts/release/sbom.py "$version" "$SOURCE_DATE_EPOCH" build/dist/stockade{,-lab,-server,-client} \
    >"$out/stockade-$version.spdx.json" || exit
awk -v section="## $version" '/^## /{on = index($0 " ", section " ") == 1} on' "$changelog" >"$out/CHANGES.md"
(cd "$out" && find . -maxdepth 1 -type f -printf '%P\n' | sort | xargs sha256sum >"$work/sums") &&
    mv "$work/sums" "$out/SHA256SUMS" ||
    die "Cannot write the checksums: free some space and run this again."

# 4. Test what was made, on processors and systems that are not here.
step "tests"
scripts/release/test.sh "$version" "$out" || {
    trap - EXIT
    die "No release: a test failed. Its files are in $out;" \
        "scripts/release/test.sh $version $out PART tries one part again."
}
rm -rf dist && mv "$out" dist || die "Cannot write to $stockade_root/dist: make it writable and run this again."
say "Release $version is in $stockade_root/dist, after $(((SECONDS - began) / 60)) min:"
(cd dist && du -h --apparent-size ./* >&2)
