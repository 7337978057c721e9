#!/usr/bin/env bash
# What `stockade serve`, `bot` and `load` cannot use is refused at once, in one line that says what was expected.
set -euo pipefail

stockade=$(readlink -f "$1")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
echo garbage >garbage.pem
mkdir folder

# refused WHY COMMAND...
refused() {
    local why=$1 status=0
    shift
    timeout 20 "$stockade" "$@" >out 2>&1 </dev/null || status=$?
    [[ $status -eq 2 && $(wc -l <out) -eq 1 ]] && grep -qF -- "$why" out && return
    echo "expected one line with \"$why\" and status 2 of: $*; got status $status and:" >&2
    cat out >&2
    exit 1
}
serve=(serve --no-page --port 0 --database "sqlite://$scratch/games.db")

refused "--tls-certificate and --tls-key: expected both or none" "${serve[@]}" --tls-certificate garbage.pem
refused "--tls-certificate: expected a file, got ''" "${serve[@]}" --tls-certificate "" --tls-key ""
refused "--tls-key: cannot read 'nothing'" "${serve[@]}" --tls-certificate garbage.pem --tls-key nothing
refused "--tls-certificate: cannot read 'folder'" "${serve[@]}" --tls-certificate folder --tls-key garbage.pem
refused "--tls-key: expected a private key" "${serve[@]}" --tls-certificate garbage.pem --tls-key garbage.pem
for workers in -1 257 x 1.5 ""; do
    refused "--analysis-workers: expected a whole number from 0 to 256, got '$workers'" \
        "${serve[@]}" --analysis-workers "$workers"
done
# Nobody listens there: what is wrong with the file must be seen before anything is tried again and again.
refused "--ca: expected certificates in PEM in 'garbage.pem'" \
    bot --server https://localhost:9 --token x --ca garbage.pem
refused "--trusted-proxy: expected an address or a network like 10.0.0.0/8, got 'nonsense'" \
    "${serve[@]}" --trusted-proxy nonsense
refused "--metrics-from: expected an address or a network like 10.0.0.0/8, got 'nonsense'" \
    "${serve[@]}" --metrics-from nonsense
refused "--database-file: cannot read 'nothing': No such file or directory" \
    serve --no-page --port 0 --database-file nothing
# A password where everybody can read it is warned of, and not repeated. Nobody listens there.
for user in stockade stockade:sesame; do
    database="postgresql://$user@127.0.0.1:9/x"
    timeout 60 "$stockade" serve --no-page --port 0 --database "$database" >out 2>&1 </dev/null && exit 1
    warnings=$(grep -c '"event":"visible password"' out) || true
    [[ $warnings == "$([[ $user == *:* ]] && echo 1 || echo 0)" ]] && ! grep -q sesame out && continue
    echo "expected a warning of a visible password where there is one, for $user; got:" >&2
    cat out >&2
    exit 1
done
refused "--ca: expected certificates in PEM in 'garbage.pem'" load --server https://localhost:9 --ca garbage.pem
