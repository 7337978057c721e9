#!/usr/bin/env bash
# Shared by ./stockade and ./check: installing packages and building a preset. All output goes to stderr.
#
#   scripts/setup.sh play|server|test|check|bench|wasm|web|browser|webkit|train|site|deploy|release
#
# installs what that needs.

stockade_root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)

play_packages=(g++ cmake ninja-build libfmt-dev nlohmann-json3-dev libcli11-dev libncurses-dev)
server_packages=("${play_packages[@]}" libboost1.81-dev libsoci-dev libsqlite3-dev libpq-dev libsodium-dev libnats-dev
    libssl-dev libspdlog-dev librsvg2-dev libwoff-dev libmd4c-dev libmd4c-html0-dev pkg-config)
test_packages=("${server_packages[@]}" ccache lld libgtest-dev libgmock-dev)
wasm_packages=(cmake ninja-build libfmt-dev nlohmann-json3-dev emscripten)
# Next to a newer Node.js with its own npm, Debian's would get in the way.
web_packages=("${wasm_packages[@]}")
command -v node >/dev/null || web_packages+=(nodejs)
command -v npm >/dev/null || web_packages+=(npm)
# The fonts have the letters of every language of the page: DejaVu and WenQuanYi.
browser_packages=("${web_packages[@]}" chromium firefox-esr fonts-dejavu-core fonts-wqy-microhei)
# A browser of another make, and a screen that nobody sees.
webkit_packages=(webkit2gtk-driver xvfb)
check_packages=("${test_packages[@]}" "${browser_packages[@]}" clang-14 libclang-rt-14-dev clang-format-14 clang-tidy-14
    librsvg2-bin postgresql nats-server)
# The tools for the documentation site.
site_packages=(mkdocs mkdocs-material)
# The programs that the tests of deploy/ need.
deploy_packages=(caddy prometheus docker-compose systemd openssl curl sqlite3 python3-yaml)
# The tools that build, pack and test releases.
release_packages=("${server_packages[@]}" "${web_packages[@]}" ccache git g++-aarch64-linux-gnu
    g++-mingw-w64-x86-64-posix qemu-user wine wine64 mmdebstrap uidmap ca-certificates skopeo lintian dpkg-dev zip unzip
    xz-utils python3)
bench_packages=("${play_packages[@]}" libbenchmark-dev)
# OpenBLAS takes the place of the reference BLAS, by which Debian's PyTorch would multiply matrices.
train_packages=("${play_packages[@]}" python3-torch libopenblas0-pthread)

say() { printf '%s\n' "$*" >&2; }

die() {
    say "$@"
    exit 1
}

# program_of [<argument>...]: the program that runs these arguments of ./stockade.
program_of() {
    case ${1-serve} in
        serve) echo stockade-server ;;
        bot | load) echo stockade-client ;;
        engine) [[ " $* " == *" --http"* ]] && echo stockade-client || echo stockade ;;
        bench | perft | match | solve | selfplay | features | tune) echo stockade-lab ;;
        *) echo stockade ;;
    esac
}

# cause_in <log>: what went wrong and what to do, where a log tells of a cause outside the sources.
cause_in() {
    if grep -qiE 'no space left on device|disk quota exceeded' "$1"; then
        echo "the disk is full: free a few GB (df -h shows where) and run this again"
    elif grep -qiE -e 'could not resolve|temporary failure (in name|resolving)|network is unreachable' \
        -e 'ENOTFOUND|EAI_AGAIN|unable to connect|ECONNREFUSED|ETIMEDOUT' "$1"; then
        echo "there is no network: connect this machine, or install the packages by hand, and run this again"
    elif grep -qiE 'unable to locate package|has no installation candidate' "$1"; then
        echo "this system's package lists do not have it: Debian 12 and what derives from it do"
    elif grep -qE 'cc1plus.*(Killed|out of memory)|Killed signal terminated program|virtual memory exhausted' "$1"; then
        echo "the compiler ran out of memory: run this again with STOCKADE_JOBS=1"
    elif grep -qiE 'permission denied|read-only file system|a password is required' "$1"; then
        echo "no permission: make $stockade_root writable, or ask an administrator for what is missing"
    else
        return 1
    fi
}

# need_commands <command>...: stops where one is missing that no package manager of ours can install.
need_commands() {
    local name missing=()
    for name in "$@"; do command -v "$name" >/dev/null || missing+=("$name"); done
    ((${#missing[@]} == 0)) ||
        die "Missing: ${missing[*]}. There is no apt-get here, so install them by hand and run this again."
}

# need_platform: stops on a system that the sources are not written for.
need_platform() {
    [[ $OSTYPE == linux* ]] ||
        die "Stockade is built on Linux, and this is $OSTYPE: use a Linux machine, a container or WSL, \
or take a finished release."
}

# need_python <major> <minor>: stops where python3 is missing or older.
need_python() {
    local found
    found=$(python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) ||
        die "Python $1.$2 or newer is needed, and there is no python3: install it and run this again."
    ((${found%.*} > $1 || (${found%.*} == $1 && ${found#*.} >= $2))) ||
        die "Python $1.$2 or newer is needed, and python3 is $found: put a newer one first in PATH and run this again."
}

# missing_packages <package>...: those that are not installed, one a line.
missing_packages() {
    local installed package
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null)
    for package in "$@"; do
        [[ $'\n'$installed$'\n' == *$'\n'"installed $package"$'\n'* ]] || printf '%s\n' "$package"
    done
}

# install_packages <package>...: installs those that are missing, by apt-get.
install_packages() {
    need_platform
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "No apt-get here, so nothing is installed. The build needs the equivalent of: $*"
        need_commands g++ cmake ninja
        return
    fi

    local -a missing
    mapfile -t missing < <(missing_packages "$@")
    ((${#missing[@]})) || return 0

    local -a as_root=()
    if ((EUID != 0)); then
        command -v sudo >/dev/null ||
            die "Missing packages, and no sudo to install them: ask an administrator to run: \
apt-get install ${missing[*]}"
        as_root=(sudo)
        # Without a terminal sudo could only wait for a password that nobody types.
        [[ -t 0 ]] || as_root+=(-n)
    fi

    say "Installing: ${missing[*]}"
    as_root+=(env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
    local log cause
    log=$(mktemp) || die "Cannot write to ${TMPDIR:-/tmp}: free some space there and run this again."
    "${as_root[@]}" update </dev/null 2>&1 | tee "$log" >&2 || true
    if ! { "${as_root[@]}" install -y --no-install-recommends "${missing[@]}" </dev/null 2>&1 |
        tee -a "$log" >&2; }; then
        cause=$(cause_in "$log") || cause="run this by hand to see why: apt-get install ${missing[*]}"
        rm -f "$log"
        die "Installing failed: $cause"
    fi
    rm -f "$log"
}

# free_memory_gib: how much memory a build may take, in GiB, rounded down.
free_memory_gib() {
    awk '/^MemAvailable:/ { gib = int($2 / 1048576) } END { print gib + 0 }' /proc/meminfo 2>/dev/null
}

progress_seconds=5
# The niceness of the compilers.
build_niceness=0

# show_progress <name>: shows ninja's progress, on one line of a terminal, else on a new line every few seconds.
show_progress() {
    local line width=0 step='' shown=$SECONDS began=$SECONDS status
    [[ ! -t 2 ]] || width=$(tput cols 2>/dev/null || echo 80)
    while true; do
        IFS= read -r -t "$progress_seconds" line
        status=$?
        ((status == 0 || status > 128)) || break
        ((status > 128)) || [[ $line != '['+([0-9])/+([0-9])']'* ]] || step=$line
        if ((width)); then
            line="$1 $((SECONDS - began)) s: $step"
            [[ -z $step ]] || printf '\r\033[K%s' "${line:0:width-1}" >&2
        elif ((SECONDS - shown >= progress_seconds)) && [[ $step ]]; then
            say "$1: ${step%%]*}] after $((SECONDS - began)) s"
            shown=$SECONDS
        fi
    done
    ((width == 0)) || printf '\r\033[K' >&2
}

# is_configured <folder> [-D<option>=<value>...]: whether it was configured for this tree, with these values.
is_configured() {
    local cache=$1/CMakeCache.txt option name
    [[ -f $1/build.ninja ]] || return
    # A tree that was moved or copied carries a cache that names the old place.
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$stockade_root" "$cache" || return
    for option in "${@:2}"; do
        name=${option#-D}
        grep -qxE "${name%%=*}:[A-Z]+=${option#*=}" "$cache" || return
    done
}

# build_preset <preset> [-D<option>=<value>...] [<target>...]: configures when needed and builds; the log is
# build/<preset>/build.log, and the date of build/<preset>/.built-<target> tells which sources are in it.
build_preset() {
    local preset=$1 dir=$stockade_root/build/$1 jobs=${STOCKADE_JOBS:-$(nproc)} started=$SECONDS status argument cause
    local -a options=() targets=() chosen=() fresh=()
    shift
    for argument in "$@"; do
        if [[ $argument == -D* ]]; then options+=("$argument"); else targets+=("$argument"); fi
    done
    ((${#targets[@]} == 0)) || chosen=(--target "${targets[@]}")
    mkdir -p "$dir" && : >>"$dir/.lock" ||
        die "Cannot write to $dir: make it writable, or free some space, and run this again."

    # Two builds in one folder would spoil each other: the second waits.
    exec {lock}>"$dir/.lock"
    if ! flock -n "$lock"; then
        say "Waiting for another build of $preset to end."
        flock "$lock"
    fi

    say "Building: $preset${targets[*]:+, ${targets[*]}}"
    # Dated before the build, so that an edit made while it runs counts as newer.
    touch "$dir/.building"
    (
        cd "$stockade_root" || exit
        {
            # Once configured, ninja itself runs cmake again when a CMake file or the list of sources changes.
            if ! is_configured "$dir" "${options[@]}"; then
                [[ ! -f $dir/CMakeCache.txt ]] || is_configured "$dir" || fresh=(--fresh)
                cmake --preset "$preset" "${fresh[@]}" "${options[@]}" || exit
            fi
            # The variable reaches builds inside the build, too (cmake/Dispatch.cmake).
            CMAKE_BUILD_PARALLEL_LEVEL=$jobs nice -n "$build_niceness" cmake --build --preset "$preset" "${chosen[@]}"
        } </dev/null 2>&1 | tee "$dir/build.log" | show_progress "$preset"
        exit "${PIPESTATUS[0]}"
    )
    status=$?
    exec {lock}>&-
    if ((status)); then
        if cause=$(cause_in "$dir/build.log"); then die "Building $preset failed: $cause"; fi
        tail -n 40 "$dir/build.log" >&2
        die "Building $preset failed; the whole log is $dir/build.log"
    fi
    for argument in "${targets[@]}"; do touch -r "$dir/.building" "$dir/.built-$argument"; done
    say "Built: $preset${targets[*]:+, ${targets[*]}} ($((SECONDS - started)) s)"
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
    set -o pipefail
    case ${1-} in
        play | server | test | check | bench | wasm | web | browser | webkit | train | site | deploy | release)
            declare -n packages=${1}_packages
            install_packages "${packages[@]}"
            ;;
        *)
            die "usage: scripts/setup.sh" \
                "play|server|test|check|bench|wasm|web|browser|webkit|train|site|deploy|release"
            ;;
    esac
fi
