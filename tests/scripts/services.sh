# For tests that run servers: sourced, with $scratch set. What is started here ends with the test.

chmod 755 "$scratch"
pids=()
postgres_bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -n 1)

finish() {
    local status=$? file
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait
    [[ ! -d $scratch/data ]] || postgres pg_ctl -D "$scratch/data" -m immediate -w stop >/dev/null || true
    if ((status)); then for file in "$scratch"/*.log; do echo "== $file"; tail -n 20 "$file"; done >&2; fi
    rm -rf "$scratch"
}
trap finish EXIT

fail() { echo "$*" >&2; exit 1; }

# need PROGRAM...: skips the test where one is missing; under ./check that is a failure.
need() {
    local program
    for program in "$@"; do
        command -v "$program" >/dev/null && continue
        [[ -z ${STOCKADE_NEED_ALL-} ]] || fail "$program is not installed"
        echo "skipped: $program is not installed"
        exit 0
    done
}

# until_true COMMAND...: for at most a minute.
until_true() {
    for _ in {1..600}; do
        ! "$@" >/dev/null 2>&1 || return 0
        sleep 0.1
    done
    fail "waited in vain for: $*"
}

# free_ports COUNT
free_ports() {
    python3 -c 'import socket, sys
sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(int(sys.argv[1]))]
print(*(s.getsockname()[1] for s in sockets))' "$1"
}

metric() { curl -sf "http://127.0.0.1:$1/metrics" | sed -n "s/^$2 //p"; }

# postgres PROGRAM ARGUMENT...: PostgreSQL's programs refuse to run as root.
postgres() {
    local as=(env)
    ((EUID)) || as=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
    (cd / && "${as[@]}" "$postgres_bin/$1" "${@:2}")
}

# start_postgres PORT PASSWORD: with the user and the database stockade.
start_postgres() {
    local owner=nobody
    ((EUID == 0)) || owner=$(id -un)
    install -d -m 700 -o "$owner" "$scratch/run" "$scratch/data"
    install -m 600 -o "$owner" <(echo "$2") "$scratch/password"
    {
        postgres initdb -D "$scratch/data" -U stockade -A scram-sha-256 --pwfile="$scratch/password" \
            -E UTF8 --locale=C.UTF-8
        postgres pg_ctl -D "$scratch/data" -w -t 120 -l "$scratch/run/postgres" \
            -o "-c listen_addresses=127.0.0.1 -c port=$1 -c unix_socket_directories=$scratch/run" start
        PGPASSWORD=$2 postgres createdb -h 127.0.0.1 -p "$1" -U stockade stockade
    } >"$scratch/postgres.log" 2>&1 </dev/null || fail "PostgreSQL does not start"
}
