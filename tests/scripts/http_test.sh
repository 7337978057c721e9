#!/usr/bin/env bash
# `stockade engine --http`: turns over HTTP, one connection each; errors are answers too; SIGTERM ends it in a search.
set -euo pipefail
stockade=$1

fail() { echo "$*" >&2; exit 1; }
folder=$(mktemp -d)
trap 'kill "$engine" 2>/dev/null || true; rm -rf "$folder"' EXIT

"$stockade" engine --http 0 --hash 4 >"$folder/said" 2>"$folder/errors" &
engine=$!
until grep -q listening "$folder/said"; do
    kill -0 "$engine" 2>/dev/null || fail "it ended: $(cat "$folder/errors")"
    sleep 0.05
done
port=$(sed -n 's/^listening on http:.*:\([0-9]*\)$/\1/p' "$folder/said")

# request METHOD BODY: the whole answer.
request() {
    exec 3<>"/dev/tcp/127.0.0.1/$port"
    printf '%s / HTTP/1.1\r\nHost: arena\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s' "$1" "${#2}" "$2" >&3
    cat <&3
    exec 3>&-
}

answer=$(request POST '{"moves": ["e2", "e8"], "budget_ms": 60}')
[[ $answer == "HTTP/1.1 200 OK"* && $answer == *'"ok":true'* && $answer =~ \"move\":\"[a-i][1-9][hv]?\" ]] ||
    fail "no turn: $answer"
answer=$(request POST '{"moves": ["e2", "e9"], "budget_ms": 60}')
[[ $answer == "HTTP/1.1 200 OK"* && $answer == *'"ok":false'* && $answer == *'turn 2'* ]] || fail "no error: $answer"
answer=$(request GET '')
[[ $answer == "HTTP/1.1 200 OK"* && $answer == *'"ok": true'* ]] || fail "not healthy: $answer"
answer=$(request DELETE '')
[[ $answer == "HTTP/1.1 405"* ]] || fail "DELETE: $answer"

status=0
error=$("$stockade" engine --http "$port" 2>&1) || status=$?
[[ $status == 2 && $error == *"cannot listen on 127.0.0.1, port $port"* ]] || fail "the port twice: $status, $error"

request POST '{"moves": [], "budget_ms": 3600000}' >/dev/null 2>&1 &
kill "$engine"
wait "$engine" || fail "status $? after SIGTERM"
