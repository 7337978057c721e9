#!/usr/bin/env bash
# What ./stockade and ./check share: the packages, and how a preset is built. Everything it says goes to stderr.
#
#   scripts/setup.sh play|check|bench|wasm|web|train    installs what that needs

stockade_root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)

play_packages=(g++ cmake ninja-build ccache libfmt-dev nlohmann-json3-dev libcli11-dev libncurses-dev libboost1.81-dev
    libsoci-dev libsqlite3-dev libpq-dev libsodium-dev libnats-dev libssl-dev libspdlog-dev libgtest-dev libgmock-dev)
check_packages=("${play_packages[@]}" clang-14 libclang-rt-14-dev clang-format-14 clang-tidy-14 librsvg2-bin
    postgresql nats-server)
bench_packages=("${play_packages[@]}" libbenchmark-dev)
wasm_packages=("${play_packages[@]}" emscripten)
# Where a newer Node.js with its own npm is installed, Debian's would get in its way.
web_packages=("${wasm_packages[@]}" chromium fonts-dejavu-core)
command -v node >/dev/null || web_packages+=(nodejs)
command -v npm >/dev/null || web_packages+=(npm)
# OpenBLAS takes the place of the reference BLAS, by which Debian's PyTorch would multiply matrices.
train_packages=("${play_packages[@]}" python3-torch libopenblas0-pthread)

say() { printf '%s\n' "$*" >&2; }

die() {
    say "$@"
    exit 1
}

# install_packages <package>...: installs those that are missing, by apt-get.
install_packages() {
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        say "No apt-get here, so nothing is installed. The build needs the equivalent of: $*"
        return
    fi

    local installed package missing=()
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" 2>/dev/null)
    for package in "$@"; do
        [[ $'\n'$installed$'\n' == *$'\n'"installed $package"$'\n'* ]] || missing+=("$package")
    done
    ((${#missing[@]})) || return 0

    local -a as_root=()
    if ((EUID != 0)); then
        if ! command -v sudo >/dev/null; then
            die "Missing packages: ${missing[*]}" \
                $'\n'"Installing them needs root, and there is no sudo. Ask an administrator to run:" \
                $'\n'"    apt-get install ${missing[*]}"
        fi
        as_root=(sudo)
        # Without a terminal sudo could only wait for a password that nobody types.
        [[ -t 0 ]] || as_root+=(-n)
    fi

    say "Installing: ${missing[*]}"
    as_root+=(env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
    "${as_root[@]}" update >&2 </dev/null || say "apt-get update failed; trying with the package lists at hand."
    "${as_root[@]}" install -y --no-install-recommends "${missing[@]}" >&2 </dev/null ||
        die "Installing failed. Run this by hand to see why: apt-get install ${missing[*]}"
}

# Shows ninja's progress on one line of a terminal; anywhere else it stays silent.
show_progress() {
    local line width
    if [[ ! -t 2 ]]; then
        cat >/dev/null
        return
    fi
    width=$(tput cols 2>/dev/null || echo 80)
    while IFS= read -r line; do
        [[ $line == '['+([0-9])/+([0-9])']'* ]] && printf '\r\033[K%s' "${line:0:width-1}" >&2
    done
    printf '\r\033[K' >&2
}

# build_preset <preset> [<target>...]: configures when needed and builds; the log is build/<preset>/build.log,
# and the date of build/<preset>/.built tells which sources are in it.
build_preset() {
    local preset=$1 dir=$stockade_root/build/$1 jobs=${STOCKADE_JOBS:-$(nproc)} started=$SECONDS status
    local -a fresh=() targets=()
    shift
    (($#)) && targets=(--target "$@")
    mkdir -p "$dir"

    # Two builds in one folder would spoil each other: the second waits.
    exec {lock}>"$dir/.lock"
    if ! flock -n "$lock"; then
        say "Waiting for another build of $preset to end."
        flock "$lock"
    fi

    # A tree that was moved or copied carries a cache that names the old place.
    if [[ -f $dir/CMakeCache.txt ]] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$stockade_root" "$dir/CMakeCache.txt"; then
        fresh=(--fresh)
    fi

    say "Building: $preset"
    # Dated before the build, so that an edit made while it runs counts as newer than .built.
    touch "$dir/.building"
    (
        cd "$stockade_root" || exit
        {
            # Once configured, ninja itself runs cmake again when a CMake file or the list of sources changes.
            if [[ ! -f $dir/build.ninja || ${fresh[*]} ]]; then
                cmake --preset "$preset" "${fresh[@]}" || exit
            fi
            cmake --build --preset "$preset" --parallel "$jobs" "${targets[@]}"
        } </dev/null 2>&1 | tee "$dir/build.log" | show_progress
        exit "${PIPESTATUS[0]}"
    )
    status=$?
    ((status)) || mv "$dir/.building" "$dir/.built"
    exec {lock}>&-
    if ((status)); then
        tail -n 40 "$dir/build.log" >&2
        die "Building $preset failed; the whole log is $dir/build.log"
    fi
    say "Built: $preset ($((SECONDS - started)) s)"
}

if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
    case ${1-} in
        play) install_packages "${play_packages[@]}" ;;
        check) install_packages "${check_packages[@]}" ;;
        bench) install_packages "${bench_packages[@]}" ;;
        wasm) install_packages "${wasm_packages[@]}" ;;
        web) install_packages "${web_packages[@]}" ;;
        train) install_packages "${train_packages[@]}" ;;
        *) die "usage: scripts/setup.sh play|check|bench|wasm|web|train" ;;
    esac
fi
