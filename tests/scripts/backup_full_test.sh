#!/usr/bin/env bash
# Backup and restore as docs/server.md tells them, for SQLite and PostgreSQL: a backup taken while games are played is
# restored, and a server on it has every game up to the moment of the backup. A database of a newer program is refused.
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
programs=$(dirname "$(readlink -f "$1")")
scratch=$(mktemp -d)
source "$root/tests/scripts/services.sh"
need sqlite3 curl "$postgres_bin/initdb" "$postgres_bin/pg_dump"
read -r database_port old_port new_port < <(free_ports 3)

# serve NAME PORT DATABASE
serve() {
    STOCKADE_DATABASE=$3 "$programs/stockade-server" serve --no-page --no-limits --log=info --port="$2" \
        >"$scratch/$1.log" 2>&1 &
    pids+=($!)
    until_true curl -sf "http://127.0.0.1:$2/health"
}
stop() {
    kill "${pids[-1]}"
    wait "${pids[-1]}" || fail "the server did not end in order"
    unset 'pids[-1]'
}

# check_games: every game of the new server is one of the old server's, as far as it had come at the backup.
check_games() {
    python3 - "http://127.0.0.1:$old_port" "http://127.0.0.1:$new_port" <<'PYTHON'
import json
import sys
from urllib.request import urlopen

old, new = sys.argv[1:]
get = lambda server, path: json.load(urlopen(f"{server}/api/{path}"))
games = [brief["game"] for path in ("live", "games?limit=100") for brief in get(new, path)["games"]]
turns = 0
for game in games:
    before, after = (get(server, f"games/{game}")["turns"] for server in (old, new))
    assert after == before[: len(after)], f"{game}: expected the first turns of {before}, got {after}"
    turns += len(after)
assert turns > 20, f"expected more than 20 turns in the backup, got {turns}"
print(f"{len(games)} games with {turns} turns came back")
PYTHON
}

# try DATABASE RESTORED: with the functions backup and restore.
try() {
    serve old "$old_port" "$1"
    "$programs/stockade-client" load --server "http://127.0.0.1:$old_port" --connections 8 --rate 20 --seconds 10 \
    >"$scratch/load.log" 2>&1 &
    local load=$!
    until_true eval '(($(metric "$old_port" stockade_turns_total) > 40))'
    backup
    kill -0 "$load" || fail "the games were over before the backup"
    wait "$load"
    restore
    serve new "$new_port" "$2"
    check_games
    stop
    stop
}
# refused DATABASE: by a program that knows an older schema.
refused() {
    ! STOCKADE_DATABASE=$1 timeout 60 "$programs/stockade-server" serve --no-page --port=0 >"$scratch/newer.log" 2>&1 ||
        fail "a newer database was taken"
    grep -q "newer than this program knows" "$scratch/newer.log" || fail "expected the reason"
}

backup() { sqlite3 "$scratch/games.db" "vacuum into '$scratch/backup.db'"; }
restore() {
    [[ $(sqlite3 "$scratch/backup.db" "pragma integrity_check") == ok ]] || fail "the backup is damaged"
    cp "$scratch/backup.db" "$scratch/restored.db"
}
try "sqlite://$scratch/games.db" "sqlite://$scratch/restored.db"
sqlite3 "$scratch/restored.db" "insert into schema_version values (1000)"
refused "sqlite://$scratch/restored.db"

start_postgres "$database_port" secret
address=postgresql://stockade:secret@127.0.0.1:$database_port
backup() { postgres pg_dump --format=custom --dbname="$address/stockade" >"$scratch/backup.dump"; }
restore() {
    postgres psql --quiet --dbname="$address/postgres" --command="create database restored"
    postgres pg_restore --exit-on-error --no-owner --dbname="$address/restored" <"$scratch/backup.dump"
}
try "$address/stockade" "$address/restored"
postgres psql --quiet --dbname="$address/restored" --command="insert into schema_version values (1000)"
refused "$address/restored"
