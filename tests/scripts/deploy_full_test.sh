#!/usr/bin/env bash
# The files of deploy/ and compose.yaml. Their own tools accept them. Then the servers of compose.yaml run without
# containers, from these very files: PostgreSQL, NATS with TLS and a login, two servers, and Caddy in front. Games are
# played through Caddy while one server is stopped, and every metric that a rule or a panel names is one the servers
# have.
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
programs=$(dirname "$(readlink -f "$1")")
scratch=$(mktemp -d)
source "$root/tests/scripts/services.sh"
need caddy promtool docker-compose systemd-analyze nats-server openssl curl "$postgres_bin/initdb"
cd "$root/deploy"

# --- what the tools say ---
caddy validate --config Caddyfile --adapter caddyfile >"$scratch/caddy.log" 2>&1 || fail "Caddyfile is not valid"
diff <(caddy fmt Caddyfile) Caddyfile || fail "expected Caddyfile as caddy fmt writes it"
promtool check config prometheus/prometheus.yml >"$scratch/promtool.log"
promtool test rules prometheus/rules_test.yml >>"$scratch/promtool.log"
/usr/bin/python3 - "$root" <<'PYTHON'
import json
import sys
from pathlib import Path

import yaml

root = Path(sys.argv[1])
json.loads((root / "deploy/grafana/stockade.json").read_text())
for path in [root / "compose.yaml", root / "mkdocs.yml", *root.glob("deploy/**/*.yml"), *root.glob(".github/**/*.yml")]:
    content = yaml.safe_load(path.read_text())
    if path.parent.name != "workflows":
        continue
    # YAML 1.1 reads the key `on` as true.
    assert {"name", True, "permissions", "jobs"} <= content.keys(), f"{path}: {content.keys()}"
    for job in content["jobs"].values():
        for step in job["steps"]:
            assert ("run" in step) != ("uses" in step), f"{path}: {step}"
PYTHON
mkdir "$scratch/units"
sed "s|/usr/bin/stockade-server|$programs/stockade-server|" stockade-server.service \
    >"$scratch/units/stockade-server.service"
said=$(systemd-analyze verify "$scratch/units/stockade-server.service" 2>&1) || fail "$said"
[[ $said != *stockade-server.service:* ]] || fail "$said"
# In tenths, 0 is the safest; a service without any protection has 96.
systemd-analyze security --offline=true --threshold=15 --no-pager ./stockade-server.service >"$scratch/systemd.log" ||
    fail "expected an exposure of at most 1.5: $(tail -n 1 "$scratch/systemd.log")"
./secrets.sh "$scratch/secrets" 127.0.0.1 127.0.0.1
! ./secrets.sh "$scratch/secrets" 2>/dev/null || fail "secrets.sh replaced what was there"
for file in server.env postgres.env nats.env bus.key; do
    [[ $(stat -c %a "$scratch/secrets/$file") == 600 ]] || fail "others can read $file"
done
export STOCKADE_VERSION=1.2.3 STOCKADE_SECRETS=$scratch/secrets
compose() { docker-compose --file ../compose.yaml --profile monitoring "$@"; }
services=$(compose config --services)
[[ $(sort <<<"$services" | xargs) == "caddy grafana nats node-a node-b postgres prometheus" ]] ||
    fail "services: $services"
compose config >"$scratch/compose.yaml"
grep -q 'image: stockade:1\.2\.3$' "$scratch/compose.yaml" || fail "compose.yaml runs another image than a release has"
# Every file of the project that compose.yaml mounts is there: Docker would make a folder in its place.
grep -oE "$root/deploy/[^: ]+" "$scratch/compose.yaml" | sort -u | while read -r path; do
    [[ -e $path ]] || fail "compose.yaml mounts $path, which is not there"
done

# --- the servers of compose.yaml on loopback ---
read -r database_port bus_port port_a port_b https_port http_port < <(free_ports 6)
sed -i "s|@127.0.0.1/stockade|@127.0.0.1:$database_port/stockade|; s|:4222|:$bus_port|" "$scratch/secrets/server.env"
load_env() { set -a; source "$scratch/secrets/$1"; set +a; }

(load_env postgres.env && start_postgres "$database_port" "$POSTGRES_PASSWORD")

sed "s|/etc/stockade|$scratch/secrets|; s|^port: .*|host: 127.0.0.1, port: $bus_port|" nats-server.conf \
    >"$scratch/nats.conf"
(load_env nats.env && exec nats-server --config "$scratch/nats.conf") >"$scratch/nats.log" 2>&1 &
pids+=($!)
until_true grep -q "Server is ready" "$scratch/nats.log"

# serve NAME PORT
serve() {
    (
        load_env server.env
        exec "$programs/stockade-server" serve --no-page --log=info --bus-ca="$scratch/secrets/bus-ca.pem" \
            --secure-cookies --origin="https://localhost:$https_port" --trusted-proxy=127.0.0.1 --node="$1" --port="$2"
    ) >"$scratch/node-$1.log" 2>&1 &
    pids+=($!)
    until_true curl -sf "http://127.0.0.1:$2/health"
}
serve a "$port_a"
serve b "$port_b"
node_b=${pids[-1]}

printf '{\n\tskip_install_trust\n\tadmin off\n\thttp_port %s\n}\nimport %s\n' "$http_port" \
    "$root/deploy/Caddyfile" >"$scratch/Caddyfile"
HOME=$scratch XDG_DATA_HOME=$scratch STOCKADE_HOST=localhost:$https_port \
    STOCKADE_NODES="127.0.0.1:$port_a 127.0.0.1:$port_b" \
    caddy run --config "$scratch/Caddyfile" --adapter caddyfile >"$scratch/caddy.log" 2>&1 &
pids+=($!)
authority=$scratch/caddy/pki/authorities/local/root.crt
site=https://localhost:$https_port
ask() { curl -s --cacert "$authority" "$@"; }
until_true ask -f "$site/health"

# A server hears of another one at its next heartbeat.
are_two() { [[ $(metric "$port_a" stockade_nodes) == 2 ]]; }
until_true are_two
# Figures are not for those outside.
[[ $(ask -o /dev/null -w '%{http_code}' "$site/metrics") == 403 ]] || fail "expected no metrics through Caddy"
# The same messages pass NATS only with its password.
! (load_env server.env && STOCKADE_BUS=${STOCKADE_BUS/:p/:q} timeout 30 "$programs/stockade-server" serve --no-page \
    --port=0 --bus-ca="$scratch/secrets/bus-ca.pem") >"$scratch/stranger.log" 2>&1 || fail "NATS took a wrong password"
grep -q "Authentication Violation" "$scratch/stranger.log" || fail "expected a refused login"

# --- games through Caddy, by people on both servers ---
play() { "$programs/stockade-client" load --server "$site" --ca "$authority" --connections 6 --rate 10 --seconds "$1"; }
play 8 >"$scratch/load.log" 2>&1 &
player=$!
until_true eval '(($(metric "$port_a" stockade_sockets) > 0 && $(metric "$port_b" stockade_sockets) > 0))'
wait "$player" || fail "games through Caddy failed"
turns=$(($(metric "$port_a" stockade_turns_total) + $(metric "$port_b" stockade_turns_total)))
((turns > 20)) || fail "expected more than 20 turns, got $turns"

# --- what rules and panels name ---
curl -sf "http://127.0.0.1:$port_a/metrics" | sed -n 's/^# TYPE \(\w*\) .*/\1/p' | sort >"$scratch/exported"
grep -ohE '\bstockade_\w+' prometheus/rules.yml grafana/stockade.json | sort -u >"$scratch/named"
missing=$(comm -13 "$scratch/exported" "$scratch/named")
[[ -z $missing ]] || fail "no server has these metrics: $missing"
unused=$(comm -23 "$scratch/exported" <(grep -ohE '\bstockade_\w+' grafana/stockade.json | sort -u))
[[ -z $unused ]] || fail "no panel shows these metrics: $unused"

# --- one server stops: the other answers for both ---
kill "$node_b"
wait "$node_b" || fail "the server did not end in order"
until_true eval '[[ $(metric "$port_a" stockade_nodes) == 1 ]]'
for _ in {1..10}; do
    [[ $(ask -f "$site/health") == '{"status":"ok"}' ]] || fail "Caddy still asks the server that stopped"
done

# Last, as it uses up what this address may do: callers' addresses come from Caddy, not from the callers.
refused=0
for i in {1..15}; do
    status=$(ask -o /dev/null -w '%{http_code}' -H "X-Forwarded-For: 203.0.113.$i" \
        -H 'Content-Type: application/json' -d '{}' "$site/api/guest")
    ((status != 429)) || refused=1
done
((refused)) || fail "a made-up X-Forwarded-For was believed"
echo "played $turns turns through Caddy on two servers"
