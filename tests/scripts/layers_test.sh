#!/usr/bin/env bash
# Includes that point the wrong way are found, between the layers of src and inside the server.
set -euo pipefail

root=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../..
check=$root/scripts/check_layers.sh
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT

"$check" "$root"

# turned FILE HEADER MESSAGE: a copy of src in which FILE includes HEADER is refused with MESSAGE.
mkdir -p "$copy/tests"
cp -r "$root/src" "$copy/src"
turned() {
    printf '#include "%s"\n' "$2" >>"$copy/src/$1"
    local output
    if output=$("$check" "$copy"); then
        echo "src/$1 may include $2, expected: $3" >&2
        exit 1
    fi
    if [[ $output != *"$3"* ]]; then
        echo "src/$1 includes $2: expected '$3', got '$output'" >&2
        exit 1
    fi
    cp "$root/src/$1" "$copy/src/$1"
}

turned games/session.h engine/engine.h 'games includes "engine/engine.h"'
turned server/model/game.h server/store/store.h 'server/store is not below server/model'
turned server/store/store.h server/room/room.h 'server/room is not below server/store'
turned server/room/rooms.h server/cluster/nodes.h 'server/cluster is not below server/room'
turned server/cluster/nodes.h server/platform/platform.h 'server/platform is not below server/cluster'
turned server/http/api.h server/ws/socket.h 'server/ws is not below server/http'
turned server/ws/socket.h server/serve/serve.h 'server/serve is not below server/ws'
turned server/ids.h server/model/entry.h 'server/model is not below server/.'

mkdir -p "$copy/src/server/elsewhere"
echo '// nothing' >"$copy/src/server/elsewhere/new.h"
output=$("$check" "$copy" || true)
[[ $output == *"src/server/elsewhere belongs to no layer"* ]] || { echo "$output" >&2; exit 1; }
