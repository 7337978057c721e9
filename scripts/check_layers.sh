#!/usr/bin/env bash
# check_layers.sh [<root>]: includes point only downwards:
#   base <- board <- games <- {record, search, net} <- engine <- {protocol, cli, wasm, server},
#   record <- match <- {server, cli}, search <- solve <- cli, engine <- {selfplay, draw} <- cli, wasm <- capi
# Layers in one pair of braces do not see each other, except that cli, the programs, also starts what protocol and
# server offer. Inside the server:
#   auth <- model <- {msg, store}, {msg, store} <- room <- {cluster, net}, store <- analysis, bus <- cluster,
#   {cluster, net, analysis} <- platform <- {http, ws} <- serve, net <- client
# where the files of src/server itself are below all of these.
# The reference rules in tests/reference see no layer at all: a shared mistake would go unnoticed.
set -euo pipefail

root=${1:-$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/..}
cd "$root"

find src tests/reference \( -name '*.h' -o -name '*.cpp' \) -print0 2>/dev/null | sort -z |
    xargs -0 --no-run-if-empty awk '
    BEGIN {
        below["base"] = " "
        below["board"] = " base "
        below["games"] = " base board "
        below["record"] = below["search"] = below["net"] = " base board games "
        below["engine"] = " base board games record search net "
        below["protocol"] = below["wasm"] = " base board games record search net engine "
        below["capi"] = below["wasm"] "wasm "
        below["dispatch"] = " "
        below["server"] = below["protocol"] "match draw "
        below["solve"] = " base board games search "
        below["match"] = " base board games record "  # engines are processes to it
        below["selfplay"] = " base board games search net engine "
        below["draw"] = " base board games record search net engine "
        below["cli"] = below["server"] "protocol server match solve selfplay draw "

        within["."] = within["auth"] = within["bus"] = " "
        within["model"] = " auth "
        within["card"] = " auth model "
        within["msg"] = within["store"] = " auth model "
        within["analysis"] = " auth model store "
        within["room"] = " auth model msg store "
        within["net"] = within["room"] "room "
        within["cluster"] = within["room"] "room bus "
        within["platform"] = within["cluster"] "cluster net analysis card "
        within["http"] = within["ws"] = within["platform"] "platform "
        within["serve"] = within["http"] "http ws "
        within["client"] = " net "
    }

    # The part of the server that a path from src/ belongs to: "." for a file of src/server itself.
    function part_of(path,    piece) {
        return split(path, piece, "/") == 2 ? "." : piece[2]
    }

    function fail(message) {
        printf "%s:%d: %s\n", FILENAME, FNR, message
        failed = 1
    }

    FNR == 1 {
        split(FILENAME, path, "/")
        in_reference = path[1] == "tests"
        layer = in_reference || path[3] == "" ? "" : path[2]
        if (!in_reference && !(layer in below))
            fail("src/" path[2] " belongs to no layer: name it in scripts/check_layers.sh")
        part = layer == "server" ? part_of(substr(FILENAME, 5)) : ""
        if (part && !(part in within))
            fail("src/server/" part " belongs to no layer: name it in scripts/check_layers.sh")
    }

    # \043 is the hash sign.
    /^[ \t]*\043[ \t]*include[ \t]*["<]/ {
        target = $0
        sub(/^[^"<]*/, "", target)
        quoted = target ~ /^"/
        target = substr(target, 2)
        sub(/[">].*/, "", target)
        first = target
        sub(/\/.*/, "", first)

        if (in_reference) {
            if (first in below) fail("the reference rules include \"" target "\" of src")
        } else if (first in below && target ~ /\//) {
            if (first != layer && index(below[layer], " " first " ") == 0)
                fail(layer " includes \"" target "\": " first " is not below " layer)
            other = part_of(target)
            if (part && first == "server" && other != "." && other != part && index(within[part], " " other " ") == 0)
                fail("server/" part " includes \"" target "\": server/" other " is not below server/" part)
        } else if (quoted) {
            fail("\"" target "\" is not written from src/: begin it with its layer, or use <> for a system header")
        }
    }

    END { exit failed }
    '
