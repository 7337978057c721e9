#!/usr/bin/env bash
# Follows docs/add-a-game.md in a copy of the tree with the sample game of examples/drawbridge, and plays it in the
# terminal, against the engine, in self-play, and through the interface of the page's rules module.
set -euo pipefail

fail() { echo "$*" >&2; exit 1; }

root=$PWD
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
tree=$folder/stockade
mkdir "$tree"
tar -c --exclude-vcs --exclude=./build --exclude=./web/node_modules --exclude=./web/dist --exclude=./web/wasm . |
    tar -x -C "$tree"
"$tree/examples/drawbridge/add.sh" "$tree"

# Outside the game's own folder, docs and tests at most two files change.
touched=$(diff -rq "$root/src" "$tree/src" | grep -v 'games: drawbridge$' || true)
[[ $(wc -l <<<"$touched") -le 2 ]] || fail "the recipe touches too much:
$touched"
"$tree/scripts/check_layers.sh" || fail 'the sample game breaks the layers'

# Not optimised, and in batches as the presets have it: compiling is what takes long here.
cmake -S "$tree" -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG='-O0 -g0' \
    -DCMAKE_UNITY_BUILD=ON -DSTOCKADE_SERVER=OFF -DSTOCKADE_TESTS=OFF >"$folder/log" ||
    fail "$(tail -n 40 "$folder/log")"
cmake --build "$folder/build" --target stockade stockade-lab >"$folder/log" || fail "$(tail -n 40 "$folder/log")"
stockade=$folder/build/stockade
lab=$folder/build/stockade-lab

# The rules are those of the page that describes them.
for depth in 1 4 7; do
    counted=$("$lab" perft --game drawbridge "$depth" | awk '{ print $NF }')
    expected=$(python3 "$tree/examples/drawbridge/reference.py" "$depth")
    [[ $counted == "$expected" ]] || fail "perft $depth: expected $expected, got $counted"
done

# The terminal.
"$stockade" games drawbridge | grep -q '^Goal: be the first' || fail 'no rules in the terminal'
diff -u - <(printf 'c2\nc4\nc1\nposition\n' | "$stockade" play drawbridge) <<'END' ||
ok c2
ok c4
error: c1: the pawn on c2 cannot go to c1; it can go to b2 d2 c3
position drawbridge; pawns c2 c4; walls c1h c4h; turn 1
END
    fail 'the terminal plays otherwise'

# The engine, by each of its algorithms and at a low level, and against itself.
for option in 'Search value tree' 'Search value alphabeta' 'Level value 2'; do
    printf 'setoption name Game value drawbridge\nsetoption name %s\nposition startpos moves c2\ngo nodes 500\nquit\n' \
        "$option" | "$stockade" engine | grep -qE '^bestmove [a-e][1-5]$' ||
        fail "the engine does not play with $option"
done
"$stockade" play drawbridge --players engine:3,engine:3 --seed 1 </dev/null | tail -n 1 |
    grep -qE '^result (1-0|0-1)' ||
    fail 'two engines do not finish a game'

# Self-play writes samples.
"$lab" selfplay --game drawbridge --games 8 --simulations 16 --threads 1 --batch 4 --slots 1 --shards "$folder/shards" \
    --samples-per-shard 20 --quiet >/dev/null || fail 'no self-play'
[[ $(find "$folder/shards" -name 'shard-*' | wc -l) -ge 1 ]] || fail 'self-play wrote no samples'

# The page's rules module.
if ! command -v em++ >/dev/null; then
    [[ -z ${STOCKADE_NEED_ALL-} ]] || fail 'em++ is not installed'
    echo 'skipped the page: no em++ here (Debian: apt-get install emscripten)'
    exit 0
fi
cmake -S "$tree" --preset wasm -DCMAKE_CXX_FLAGS_RELEASE='-O1 -g0 -DNDEBUG' >"$folder/log" ||
    fail "$(tail -n 40 "$folder/log")"
cmake --build "$tree/build/wasm" --target rules >"$folder/log" || fail "$(tail -n 40 "$folder/log")"
node "$tree/examples/drawbridge/page.mjs" "$tree/web/wasm/rules.wasm" || fail 'the page cannot play it'
