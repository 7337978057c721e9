#!/usr/bin/env bash
# rule_figures.sh <stockade> [<folder>]: draws the figures of docs/rules from the positions below, with
# `stockade show --svg`. A test draws them again and compares, so change them here only.
set -euo pipefail
stockade=$1
folder=${2:-$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../docs/images/rules}
mkdir -p "$folder"

draw() { # name, position, options
    local name=$1 position=$2
    shift 2
    "$stockade" show "$position" --svg - "$@" >"$folder/$name.svg"
}

draw quoridor-start 'quoridor; pawns e1 e9; hand 10 10; walls -; turn 1' --moves
draw quoridor-four 'quoridor:players=4; pawns e1 a5 e9 i5; hand 5 5 5 5; walls -; turn 1' --moves
draw quoridor-walls 'quoridor; pawns e4 g6; hand 8 8; walls d4h c5v g2v b7h; turn 1' --moves
draw quoridor-jump 'quoridor; pawns e5 e6; hand 10 10; walls -; turn 1' --moves
draw quoridor-diagonal 'quoridor; pawns e5 e6; hand 9 10; walls e6h; turn 1' --moves
draw quoridor-edge 'quoridor; pawns e8 e9; hand 10 10; walls -; turn 1' --moves
draw quoridor-third 'quoridor:players=3; pawns e4 e5 e6; hand 6 6 6; walls -; turn 1' --moves
draw quoridor-shut 'quoridor; pawns e1 e9; hand 9 9; walls d1v e1v; turn 2'
draw quoridor4fun-steps 'quoridor4fun; pawns e3 e7; hand 9 9; walls e4h c5v; turn 1; roll 3; steps 1' --moves
draw blockade-start 'blockade; pawns d4 h4 | d11 h11; hand 9h9v 9h9v; walls -; turn 1'
draw blockade-wall 'blockade; pawns d4 h6 | d11 h11; hand 9h9v 9h9v; walls -; turn 1; moved'
draw pinko-steps 'pinko; pawns f5 f8; hand 20 20; walls e5h e4v; turn 1' --moves
draw territoires-moves 'territoires; pawns b2 c6 d4 f3 | b6 d5 e2 f6; walls d3h c4v; turn 1; percee 1 2' --moves
draw territoires-wall 'territoires; pawns b2 c6 d4 f3 | b6 d5 e2 f6; walls d3h; turn 1; percee 1 2; moved d4'
draw territoires-regions \
    'territoires:pawns=2; pawns b2 f6 | e3 d5; walls a3h b3h c3h c1v c2v c3v; turn 1; percee 1 2'
draw wallgo-start 'wallgo; pawns b2 f6 | f2 b6; walls -; turn 1'
