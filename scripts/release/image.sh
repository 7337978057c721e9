#!/usr/bin/env bash
# image.sh <version> <folder of programs> <folder of the page> <folder for the image>: a container image of the server
# in the OCI layout, made without a registry and without any tool for containers. It holds the programs, the shared
# libraries they need and nothing else: no shell, no package manager. It runs as user 999, and its root may be
# read-only; games are in the volume /var/lib/stockade.
set -uo pipefail

source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"
[[ $# == 4 ]] || die "usage: scripts/release/image.sh VERSION PROGRAMS PAGE OUTPUT"
version=$1 programs=$2 page=$3 output=$4
work=$(mktemp -d) || die "Cannot write to ${TMPDIR:-/tmp}: free some space there and run this again."
trap 'rm -rf "$work"' EXIT
root=$work/root
architecture=$(dpkg --print-architecture)

copy 755 "$programs"/stockade{,-server} "$root/usr/bin"
# The libraries that the programs load, by the names they load them by.
ldd "$root"/usr/bin/* | awk '$2 == "=>" {print $3} $1 ~ /^\// && $1 !~ /:$/ {print $1}' | sort -u >"$work/libraries" ||
    die "ldd cannot read $programs/stockade-server: build the preset dist, and run this again."
! missing=$(ldd "$root"/usr/bin/* | grep -m 1 'not found') ||
    die "A library is missing (${missing%% =>*}): run scripts/setup.sh release, and this again."
# The backends of SOCI are loaded by name when the server opens a database of their kind.
grep -q libsoci_core "$work/libraries" ||
    die "stockade-server loads no SOCI, so the image would lack its databases: link it dynamically, and run this again."
while read -r library; do
    copy 755 "$(readlink -f "$library")" "$root$(dirname "$library")"
    [[ $(basename "$(readlink -f "$library")") == "$(basename "$library")" ]] ||
        ln -s "$(basename "$(readlink -f "$library")")" "$root$library"
done <"$work/libraries"
copy 644 /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs"
mkdir -p "$root/usr/share/stockade" "$root/var/lib/stockade" "$root"/{tmp,proc,sys,dev}
cp -r "$page" "$root/usr/share/stockade/web" ||
    die "Cannot copy the page from $page: run scripts/web.sh, and this again."
printf 'root:x:0:0:root:/:/sbin/nologin\nstockade:x:999:999:Stockade game server:/var/lib/stockade:/sbin/nologin\n' \
    >"$root/etc/passwd"
printf 'root:x:0:\nstockade:x:999:\n' >"$root/etc/group"
printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"
# The way to the loader that programs name, where /lib is a link to /usr/lib.
[[ ! -d $root/lib64 || -e $root/lib64/ld-linux-x86-64.so.2 ]] ||
    die "The loader is missing: run this on Debian 12, whose programs name /lib64/ld-linux-x86-64.so.2."
chmod -R u=rwX,go=rX "$root"
chmod 1777 "$root/tmp"
date_tree "$root"

blobs=$output/blobs/sha256
rm -rf "$output" && mkdir -p "$blobs" ||
    die "Cannot write to $output: make it writable, or free some space, and run this again."
# add_blob <file> <media type> [<annotations>]: puts a file into the layout and tells its descriptor.
add_blob() {
    local digest
    digest=$(sha256sum "$1" | cut -d' ' -f1)
    cp "$1" "$blobs/$digest"
    printf '{"mediaType":"%s","digest":"sha256:%s","size":%s%s}' "$2" "$digest" "$(stat -c %s "$1")" "${3-}"
}

tar --create --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=ustar \
    --directory "$root" --exclude=./var/lib/stockade . >"$work/layer.tar" ||
    die "Cannot write the image: free some space and run this again."
# The volume belongs to the user of the image.
tar --append --mtime="@$SOURCE_DATE_EPOCH" --owner=999 --group=999 --numeric-owner --format=ustar --directory "$root" \
    --file "$work/layer.tar" ./var/lib/stockade
diff_id=$(sha256sum "$work/layer.tar" | cut -d' ' -f1)
gzip -9n <"$work/layer.tar" >"$work/layer.tar.gz"
created=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)
cat >"$work/config.json" <<END
{"created":"$created","architecture":"$architecture","os":"linux",
"config":{"User":"999:999","ExposedPorts":{"8080/tcp":{}},
"Env":["PATH=/usr/bin","STOCKADE_DATABASE=sqlite:///var/lib/stockade/games.db"],
"Entrypoint":["/usr/bin/stockade-server"],"Cmd":["serve","--address","0.0.0.0","--log","info"],
"Volumes":{"/var/lib/stockade":{}},"WorkingDir":"/var/lib/stockade","StopSignal":"SIGTERM",
"Healthcheck":{"Test":["CMD","/usr/bin/stockade-server","health"],
"Interval":30000000000,"Timeout":5000000000,"Retries":3},
"Labels":{"org.opencontainers.image.title":"Stockade","org.opencontainers.image.version":"$version",
"org.opencontainers.image.licenses":"Apache-2.0"}},
"rootfs":{"type":"layers","diff_ids":["sha256:$diff_id"]},
"history":[{"created":"$created","created_by":"scripts/release/image.sh"}]}
END
layer=$(add_blob "$work/layer.tar.gz" application/vnd.oci.image.layer.v1.tar+gzip)
config=$(add_blob "$work/config.json" application/vnd.oci.image.config.v1+json)
printf '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":%s,"layers":[%s]}' \
    "$config" "$layer" >"$work/manifest.json"
manifest=$(add_blob "$work/manifest.json" application/vnd.oci.image.manifest.v1+json \
    ",\"annotations\":{\"org.opencontainers.image.ref.name\":\"$version\"}")
printf '{"schemaVersion":2,"manifests":[%s]}' "$manifest" >"$output/index.json"
printf '{"imageLayoutVersion":"1.0.0"}' >"$output/oci-layout"
say "Image: $(du -sh --apparent-size "$output" | cut -f1) in $output," \
    "$(stat -c %s "$work/layer.tar" | numfmt --to=iec) unpacked"
