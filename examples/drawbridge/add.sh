#!/usr/bin/env bash
# add.sh [<root>]: adds Drawbridge to a source tree of Stockade, as docs/add-a-game.md tells.
set -euo pipefail

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
root=${1:-$here/../..}
cp -r "$here/src" "$here/docs" "$root"
sed -i -e '/^#include "games\/pinko\/game.h"/i #include "games/drawbridge/game.h"' \
    -e 's/pinko::Registered>/pinko::Registered, drawbridge::Registered>/' "$root/src/games/all_games.h"
grep -q 'drawbridge::Registered' "$root/src/games/all_games.h"
