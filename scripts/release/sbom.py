#!/usr/bin/env python3
"""sbom.py VERSION EPOCH PROGRAM...: the parts of a release as SPDX 2.3 JSON on standard output.

Packages of Debian whose headers or libraries are inside the programs come from dpkg; packages of npm that
the page contains or is built by come from web/package-lock.json.
"""

import datetime
import hashlib
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Compiled in, or linked by their shared libraries.
DEBIAN = """libfmt-dev nlohmann-json3-dev libcli11-dev libncurses-dev libboost1.81-dev libsoci-dev libsqlite3-dev libpq-dev
libsodium-dev libnats-dev libssl-dev libspdlog-dev librsvg2-dev libwoff-dev libmd4c-dev libmd4c-html0-dev
libstdc++-12-dev libc6-dev emscripten""".split()


def debian_packages():
    """Name and version of each installed package of the list."""
    shown = subprocess.run(["dpkg-query", "-W", "-f", "${Package} ${Version} ${db:Status-Status}\n", *DEBIAN],
                           capture_output=True, text=True, check=False).stdout
    rows = (line.split() for line in shown.splitlines())
    return sorted((row[0], row[1]) for row in rows if len(row) == 3 and row[2] == "installed")


def npm_packages():
    """Name, version and licence of each package that the page contains or is built by."""
    lock = json.loads((ROOT / "web/package-lock.json").read_text())
    # The same version may be installed in several places.
    return sorted({(path.rpartition("node_modules/")[2], entry["version"], entry.get("license", "NOASSERTION"))
                   for path, entry in lock["packages"].items() if path and "version" in entry})


def package(identifier, name, version, licence, locator):
    return {"SPDXID": f"SPDXRef-{identifier}", "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION",
            "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": locator}]}


def identifier(kind, name, version):
    """Of its own for each version: npm installs several of one package."""
    return f"{kind}-" + "".join(c if c.isalnum() or c in ".-" else "-" for c in f"{name}-{version}")


def main():
    version, epoch, *programs = sys.argv[1:]
    digest = hashlib.sha256()
    for program in sorted(programs):
        digest.update(pathlib.Path(program).read_bytes())
    packages = [package("stockade", "stockade", version, "Apache-2.0", f"pkg:generic/stockade@{version}")]
    for name, their in debian_packages():
        packages.append(package(identifier("deb", name, their), name, their, "NOASSERTION", f"pkg:deb/debian/{name}@{their}"))
    for name, their, licence in npm_packages():
        packages.append(package(identifier("npm", name, their), name, their, licence, f"pkg:npm/{name}@{their}"))
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                  "relatedSpdxElement": "SPDXRef-stockade"}]
    relations += [{"spdxElementId": "SPDXRef-stockade", "relationshipType": "DEPENDS_ON", "relatedSpdxElement": p["SPDXID"]}
                  for p in packages[1:]]
    created = datetime.datetime.fromtimestamp(int(epoch), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    json.dump({"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"stockade-{version}",
               "documentNamespace": f"https://spdx.org/spdxdocs/stockade-{version}-{digest.hexdigest()[:32]}",
               "creationInfo": {"created": created, "creators": ["Tool: stockade-release"]},
               "packages": packages, "relationships": relations}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
