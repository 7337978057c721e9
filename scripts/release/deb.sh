#!/usr/bin/env bash
# deb.sh <version> <folder of programs> <folder of the page> <folder for packages>: makes the Debian packages
#   stockade          the terminal game, the engine, and what trains and measures
#   stockade-server   the server with the page; runs as user stockade, keeps its state in /var/lib/stockade
set -uo pipefail

source "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/common.sh"
[[ $# == 4 ]] || die "usage: scripts/release/deb.sh VERSION PROGRAMS PAGE OUTPUT"
version=$(debian_version "$1") programs=$2 page=$3 output=$4
architecture=$(dpkg --print-architecture)
# Publishers of the packages set an address of their own; this one takes no mail.
maintainer=${STOCKADE_MAINTAINER:-Stockade maintainers <maintainers@stockade.invalid>}
[[ $maintainer == *" <"*@*.*">" ]] || die "STOCKADE_MAINTAINER is '$maintainer': set it to 'NAME <MAIL>', or unset it."
work=$(mktemp -d) || die "Cannot write to ${TMPDIR:-/tmp}: free some space there and run this again."
trap 'rm -rf "$work"' EXIT
changes_date=$(date -u -R -d "@$SOURCE_DATE_EPOCH")

# manual <name> <summary> <folder>: a page of the manual that says where all the rest is.
manual() {
    mkdir -p "$3/usr/share/man/man1"
    cat <<END | gzip -9n >"$3/usr/share/man/man1/$1.1.gz"
.TH ${1^^} 1 "$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d)" "Stockade $version" "User Commands"
.SH NAME
$1 \\- $2
.SH SYNOPSIS
.B $1
[\\fISUBCOMMAND\\fR] [\\fIOPTION\\fR...]
.SH DESCRIPTION
Stockade plays the Quoridor family of board games.
.B $1 \\-\\-help
lists the subcommands,
.B $1 SUBCOMMAND \\-\\-help
the options of one.
.SH ENVIRONMENT
.TP
.B STOCKADE_CPU
baseline, avx2 or avx512: the instruction sets to use instead of the best that the processor has.
.SH FILES
Documentation is in /usr/share/doc/$1.
END
}

# libraries <program>...: the packages that hold the shared libraries of these programs, with the versions they need.
libraries() {
    mkdir -p "$work/debian" && : >"$work/debian/control"
    (cd "$work" && dpkg-shlibdeps -O "$@") 2>"$work/log" | sed -n 's/^shlibs:Depends=//p' | grep . ||
        die "No packages found for the libraries of ${*##*/}: run scripts/setup.sh release, and this again." \
            "$(tail -n 1 "$work/log")"
}

# begin <package>: its folder with what Debian asks of every package.
begin() {
    local root=$work/$1
    copy 644 "$stockade_root/README.md" "$root/usr/share/doc/$1"
    printf 'stockade (%s) unstable; urgency=medium\n\n  * Release %s. %s\n\n -- %s  %s\n' "$version" "$version" \
        'CHANGELOG.md of the sources tells all changes.' "$maintainer" "$changes_date" |
        gzip -9n >"$root/usr/share/doc/$1/changelog.gz"
    cat >"$root/usr/share/doc/$1/copyright" <<END
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Stockade

Files: *
Copyright: $(date -u -d "@$SOURCE_DATE_EPOCH" +%Y) the authors of Stockade
License: Apache-2.0
 On Debian systems the text of the Apache License, version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.
END
    mkdir -p "$root/DEBIAN"
    echo "$root"
}

# finish <package> <section> <depends> <one line> <<< description: writes the control file and the package.
finish() {
    local root=$work/$1 size
    # As dpkg-gencontrol counts, in KiB: what a folder takes depends on the file system.
    size=$(find "$root" -mindepth 1 -path "$root/DEBIAN" -prune -o -printf '%y %s\n' |
        awk '{n += $1 == "f" ? int(($2 + 1023) / 1024) : 1} END {print n + 0}')
    {
        printf 'Package: %s\nSource: stockade\nVersion: %s\nArchitecture: %s\nMaintainer: %s\n' \
            "$1" "$version" "$architecture" "$maintainer"
        printf 'Installed-Size: %s\nDepends: %s\nSection: %s\nPriority: optional\nDescription: %s\n' \
            "$size" "$3" "$2" "$4"
        sed 's/^/ /'
    } >"$root/DEBIAN/control"
    (cd "$root" && find . -type f ! -path './DEBIAN/*' -printf '%P\n' | LC_ALL=C sort | xargs -d '\n' md5sum) \
        >"$root/DEBIAN/md5sums"
    find "$root" -type d -exec chmod 755 {} +
    chmod 644 "$root"/DEBIAN/{control,md5sums}
    date_tree "$root"
    mkdir -p "$output"
    dpkg-deb --root-owner-group --threads-max=1 -Zxz --build \
        "$root" "$output/${1}_${version}_$architecture.deb" >/dev/null ||
        die "Cannot write ${1}_${version}_$architecture.deb: free some space and run this again."
}

root=$(begin stockade) || exit
copy 755 "$programs"/stockade{,-lab} "$root/usr/bin"
strip "$root"/usr/bin/*
manual stockade "play Quoridor and its family in the terminal, or as an engine" "$root"
manual stockade-lab "train and measure the engine of Stockade" "$root"
needed=$(libraries "$root"/usr/bin/*) || exit
finish stockade misc "$needed" "board games of the Quoridor family, with a strong engine" <<'END'
Stockade plays Quoridor, Quoridor4Fun, Territoires, Wall Go, Blockade and
Pinko Pallino in the terminal, analyses games, and is an engine for other
programs. This package has the programs stockade and stockade-lab.
END

root=$(begin stockade-server) || exit
copy 755 "$programs"/stockade-{server,client} "$root/usr/bin"
strip "$root"/usr/bin/*
manual stockade-server "serve the page of Stockade and play between people" "$root"
manual stockade-client "play on a server of Stockade as a bot, or measure it" "$root"
mkdir -p "$root/usr/share/stockade"
cp -r "$page" "$root/usr/share/stockade/web" ||
    die "Cannot copy the page from $page: run scripts/web.sh, and this again."
find "$root/usr/share/stockade/web" -type f -exec chmod 644 {} +
copy 644 "$stockade_root/deploy/stockade-server.service" "$root/lib/systemd/system"
cat >"$root/DEBIAN/postinst" <<'END'
#!/bin/sh
set -e
if [ "$1" = configure ]; then
    getent passwd stockade >/dev/null ||
        adduser --system --group --quiet --home /var/lib/stockade --no-create-home \
            --gecos "Stockade game server" stockade
    deb-systemd-helper unmask stockade-server.service >/dev/null || true
    if deb-systemd-helper --quiet was-enabled stockade-server.service; then
        deb-systemd-helper enable stockade-server.service >/dev/null || true
    else
        deb-systemd-helper update-state stockade-server.service >/dev/null || true
    fi
    if [ -d /run/systemd/system ]; then
        systemctl --system daemon-reload >/dev/null || true
        deb-systemd-invoke restart stockade-server.service >/dev/null || true
    fi
fi
END
cat >"$root/DEBIAN/prerm" <<'END'
#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
    deb-systemd-invoke stop stockade-server.service >/dev/null || true
fi
END
cat >"$root/DEBIAN/postrm" <<'END'
#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
    systemctl --system daemon-reload >/dev/null || true
fi
# The games are the operator's, so they are removed only on purge.
if [ "$1" = purge ]; then
    if command -v deb-systemd-helper >/dev/null; then
        deb-systemd-helper purge stockade-server.service >/dev/null || true
        deb-systemd-helper unmask stockade-server.service >/dev/null || true
    fi
    rm -rf /var/lib/stockade
fi
END
chmod 755 "$root"/DEBIAN/p*
needed=$(libraries "$root"/usr/bin/*) || exit
finish stockade-server net "adduser, stockade (= $version), $needed" \
    "server for board games of the Quoridor family" <<'END'
Serves the page of Stockade, on which people play Quoridor and its family
against each other and against the engine: lobby, ratings, archive,
analysis. Runs as the user stockade, with its state in /var/lib/stockade.
END
