#!/usr/bin/env bash
# Makes the passwords, the secret and the certificate of several servers on one PostgreSQL and one NATS.
#
#   deploy/secrets.sh FOLDER [DATABASE_HOST [BUS_HOST]]        the hosts are `postgres` and `nats` in compose.yaml
#
# FOLDER gets server.env (addresses with passwords, for every server), postgres.env, nats.env, bus.pem and bus.key (the
# certificate of NATS and its key) and bus-ca.pem (what servers trust). Existing files are never replaced.
set -euo pipefail

[[ $# -ge 1 && $# -le 3 ]] || { echo "usage: deploy/secrets.sh FOLDER [DATABASE_HOST [BUS_HOST]]" >&2; exit 2; }
folder=$1 database_host=${2:-postgres} bus_host=${3:-nats}
command -v openssl >/dev/null || { echo "openssl is missing: install it (Debian's package openssl)" >&2; exit 1; }
if [[ -e $folder/server.env ]]; then
    echo "$folder/server.env is there already: to change the secrets, stop all servers and remove the folder" >&2
    exit 1
fi

umask 077
mkdir -p "$folder"
# In an address and in NATS's configuration only letters and digits are safe, a letter first.
database_password=p$(openssl rand -hex 24)
bus_password=p$(openssl rand -hex 24)

name=$bus_host
[[ $bus_host =~ ^[0-9.]+$|: ]] && name=IP:$bus_host || name=DNS:$bus_host
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj "/CN=$bus_host" \
    -addext "subjectAltName=$name" -keyout "$folder/bus.key" -out "$folder/bus.pem" 2>/dev/null
cp "$folder/bus.pem" "$folder/bus-ca.pem"
# Certificates are public. Containers read them as users of their own.
chmod 755 "$folder"
chmod 644 "$folder/bus.pem" "$folder/bus-ca.pem"

echo "STOCKADE_BUS_PASSWORD=$bus_password" >"$folder/nats.env"
printf '%s\n' POSTGRES_USER=stockade POSTGRES_DB=stockade "POSTGRES_PASSWORD=$database_password" >"$folder/postgres.env"
# Last, so that an attempt that failed half-way can be repeated.
printf '%s\n' "STOCKADE_DATABASE=postgresql://stockade:$database_password@$database_host/stockade" \
    "STOCKADE_BUS=tls://stockade:$bus_password@$bus_host:4222" \
    "STOCKADE_BUS_SECRET=$(openssl rand -hex 32)" >"$folder/server.env"
