# Functions for the scripts of this folder, which source it. Everything that ends in a file is dated by
# SOURCE_DATE_EPOCH, sorted and without an owner, so that the same sources give the same bytes.

source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../setup.sh"

export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$stockade_root" log -1 --format=%ct)}
export LC_ALL=C TZ=UTC
# Files of packages have the same modes whoever makes them.
umask 022

# debian_version <version>: Debian orders what follows a tilde before the release itself.
debian_version() { echo "${1/-/\~}"; }

# copy <mode> <file>... <folder>: like install(1), dated.
copy() {
    local mode=$1 folder=${!#} file
    mkdir -p "$folder"
    for file in "${@:2:$#-2}"; do
        install -m "$mode" "$file" "$folder/" ||
            die "Cannot copy $file to $folder: build what is missing, or free some space, and run this again."
    done
}

# date_tree <folder>: gives everything in it the date of the release.
date_tree() { find "$1" -exec touch --no-dereference --date "@$SOURCE_DATE_EPOCH" {} +; }

# tar_sorted <folder above> <name>...: a tar archive on standard output.
tar_sorted() {
    tar --create --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner --format=ustar \
        --directory "$@"
}

# pack_image <OCI layout> <archive.tar>: its parts are packed already.
pack_image() {
    tar_sorted "$1" oci-layout index.json blobs >"$2" || die "Cannot write $2: free some space and run this again."
}

# pack_tree <folder> <archive.tar.xz|archive.zip>: an archive of the folder, with its name.
pack_tree() {
    local above name archive
    above=$(dirname "$1") name=$(basename "$1") archive=$(realpath -m "$2")
    chmod -R u=rwX,go=rX "$1"
    date_tree "$1"
    case $archive in
        *.tar.xz) tar_sorted "$above" "$name" | xz -T1 -9 >"$archive" ;;
        *.zip)
            rm -f "$archive" &&
                (cd "$above" && find "$name" -type f | LC_ALL=C sort | TZ=UTC zip -q -9 -X -@ "$archive")
            ;;
    esac || die "Cannot write $archive: free some space and run this again."
}

# only_system_paths <file>...: stops where a program names a folder of the machine that built it.
only_system_paths() {
    local file
    for file in "$@"; do
        ! grep -qaE "${stockade_root//./\\.}/(build|docs|messages|networks|src|web)/" "$file" ||
            die "$file names $stockade_root, so other folders give other bytes: find what puts it there (strings -n 8)."
    done
}
