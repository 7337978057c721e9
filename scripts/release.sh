#!/usr/bin/env bash
# release.sh VERSION: makes a release from a clean tree into dist/, and tests what it made. The same sources give the same
# bytes. docs/release.md tells what is in it. Takes about an hour on two cores.
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
[[ ${version%%-*} == "$declared" ]] || die "CMakeLists.txt has version $declared, not ${version%%-*}: change it there first."
grep -qE "^## ${version//./\\.}( |$)" CHANGELOG.md || die "CHANGELOG.md has no section '## $version': write it first."
[[ $(uname -m) == x86_64 ]] || die "Releases are made on x86-64; this machine is $(uname -m)."
changed=$(git status --porcelain 2>&1) || die "No git repository here: a release is made from a clone."
[[ -z $changed ]] || die "The tree has changes that are not committed: commit or stash them first."
free=$(df --output=avail -k . | tail -n 1)
((free > 6 * 1024 * 1024)) || die "A release needs 6 GB of free disk here; $((free / 1024 / 1024)) GB are free."

install_packages "${release_packages[@]}"
need_python 3 9
dist=$stockade_root/dist
work=$stockade_root/build/release-work
rm -rf "$dist" "$work" && mkdir -p "$dist" "$work" || die "Cannot write to $dist: make it writable and run this again."
# What is half made is no release.
trap '[[ ${finished-} ]] || rm -rf "$dist"; rm -rf "$work"' EXIT

# 2. Build. Libraries for ARM64 are unpacked, not installed.
build_preset dist
sysroot=$stockade_root/build/arm64-sysroot
if [[ ! -f $sysroot/usr/lib/aarch64-linux-gnu/libncursesw.a ]]; then
    rm -rf "$sysroot"
    mmdebstrap --quiet --variant=extract --architectures=arm64 --include=libncurses-dev bookworm "$sysroot" 2>"$work/log" ||
        die "Fetching ARM64 libraries failed: $(cause_in "$work/log" || tail -n 1 "$work/log")"
fi
build_preset arm64 "-DSTOCKADE_SYSROOT=$sysroot" stockade stockade-lab
build_preset windows stockade stockade-lab
"$stockade_root/scripts/web.sh" || exit

# 3. Archives.
# archive <name> <ending> <program>...: the programs with what a user reads.
archive() {
    local folder=$work/stockade-$version-$1
    copy 755 "${@:3}" "$folder"
    copy 644 README.md LICENSE CHANGELOG.md "$folder"
    only_system_paths "${@:3}"
    pack_tree "$folder" "$dist/stockade-$version-$1.$2"
}
archive linux-x86_64 tar.xz build/dist/static/stockade build/dist/static/stockade-lab
archive linux-arm64 tar.xz build/arm64/stockade build/arm64/stockade-lab
archive windows-x86_64 zip build/windows/stockade.exe build/windows/stockade-lab.exe
cp -r web/dist "$work/stockade-$version-web"
pack_tree "$work/stockade-$version-web" "$dist/stockade-$version-web.tar.xz"
only_system_paths build/dist/stockade build/dist/stockade-{lab,server,client}
scripts/release/deb.sh "$version" build/dist web/dist "$dist" || exit
scripts/release/image.sh "$version" build/dist web/dist "$work/image" || exit
date_tree "$work/image"
tar --create --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=ustar \
    --directory "$work/image" --file "$dist/stockade-$version-image.tar" oci-layout index.json blobs
scripts/release/sbom.py "$version" "$SOURCE_DATE_EPOCH" build/dist/stockade* >"$dist/stockade-$version.spdx.json" ||
    die "Writing the list of parts failed."
awk -v section="## $version" '/^## /{on = index($0 " ", section " ") == 1} on' CHANGELOG.md >"$dist/CHANGES.md"

# 4. Test what was made, on processors and systems that are not here.
scripts/release/test.sh "$version" "$dist" || exit
(cd "$dist" && find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%P\n' | sort | xargs sha256sum >SHA256SUMS)
finished=1
say "Release $version is in $dist:"
(cd "$dist" && du -h --apparent-size ./* >&2)
