#!/usr/bin/env python3
"""sbom.py VERSION EPOCH PROGRAM...: the parts of a release as SPDX 2.3 JSON on standard output.

Packages of Debian come from dpkg: those whose headers or static libraries are inside the programs, and those
whose shared libraries the programs load, which the container image holds. Packages of npm that the page
contains or is built by come from web/package-lock.json.
"""

import datetime
import hashlib
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Inside the programs, from headers or static libraries: on Linux, for ARM64, for Windows, in the browser.
BUILT_IN = """libfmt-dev nlohmann-json3-dev libcli11-dev libncurses-dev libboost1.81-dev libspdlog-dev
libstdc++-12-dev libc6-dev
libstdc++-12-dev-arm64-cross libc6-dev-arm64-cross
g++-mingw-w64-x86-64-posix mingw-w64-x86-64-dev
emscripten""".split()
# In the container image beside the programs.
IN_IMAGE = ["ca-certificates"]


def output_of(*command):
    """What a command prints; ends this program with one line where it fails."""
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode:
        sys.exit(f"{command[0]} failed: {(ran.stderr.strip().splitlines() or ['no reason given'])[-1]}: "
                 "run scripts/setup.sh release, and this again")
    return ran.stdout


def loaded_packages(programs):
    """The packages that hold the shared libraries of these programs, and the libraries those need."""
    lines = output_of("ldd", *programs).splitlines()
    libraries = {match[1] for match in (re.search(r"(?:=> |^\s)(/\S+) \(", line) for line in lines) if match}
    # Packages may name a file by its place before /lib became a link to /usr/lib.
    names = {library: {library, f"/usr{library}", library.removeprefix("/usr"), str(pathlib.Path(library).resolve())}
             for library in libraries}
    # dpkg-query fails where it knows one name of many not.
    shown = subprocess.run(["dpkg-query", "-S", *set().union(*names.values())], capture_output=True, text=True,
                           check=False).stdout
    owners = {file: package for package, _, file in (line.rpartition(": ") for line in shown.splitlines())}
    for library in libraries:
        if not names[library] & owners.keys():
            sys.exit(f"No package of Debian has {library}: remove it, or build without it, and run this again")
    return {owners[name] for known in names.values() for name in known & owners.keys()}


def debian_packages(programs):
    """Name and version of each package of Debian that is in the release."""
    shown = output_of("dpkg-query", "-W", "-f", "${Package} ${Version} ${db:Status-Status}\n",
                      *BUILT_IN, *IN_IMAGE, *loaded_packages(programs))
    rows = [line.split() for line in shown.splitlines()]
    missing = [row[0] for row in rows if row[-1] != "installed"]
    if missing:
        sys.exit(f"Not installed: {' '.join(missing)}: run scripts/setup.sh release, and this again")
    return sorted({(row[0], row[1]) for row in rows})


def npm_packages():
    """Name, version and licence of each package that the page contains or is built by, without its tools."""
    lock = json.loads((ROOT / "web/package-lock.json").read_text())
    # Tools for checking and testing, and programs of the build for other machines.
    others = ("dev", "devOptional", "optional")
    # The same version may be installed in several places.
    return sorted({(path.rpartition("node_modules/")[2], entry["version"], entry.get("license", "NOASSERTION"))
                   for path, entry in lock["packages"].items()
                   if path and "version" in entry and not any(kind in entry for kind in others)})


def package(identifier, name, version, licence, locator):
    return {"SPDXID": f"SPDXRef-{identifier}", "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False, "licenseConcluded": licence, "licenseDeclared": licence,
            "copyrightText": "NOASSERTION",
            "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                              "referenceLocator": locator}]}


def identifier(kind, name, version):
    """Of its own for each version: npm installs several of one package."""
    return f"{kind}-" + "".join(c if c.isalnum() or c in ".-" else "-" for c in f"{name}-{version}")


def main():
    version, epoch, *programs = sys.argv[1:]
    digest = hashlib.sha256()
    for program in sorted(programs):
        digest.update(pathlib.Path(program).read_bytes())
    packages = [package("stockade", "stockade", version, "Apache-2.0", f"pkg:generic/stockade@{version}")]
    for name, their in debian_packages(programs):
        packages.append(package(identifier("deb", name, their), name, their, "NOASSERTION",
                                f"pkg:deb/debian/{name}@{their}"))
    for name, their, licence in npm_packages():
        packages.append(package(identifier("npm", name, their), name, their, licence, f"pkg:npm/{name}@{their}"))
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
                  "relatedSpdxElement": "SPDXRef-stockade"}]
    relations += [{"spdxElementId": "SPDXRef-stockade", "relationshipType": "DEPENDS_ON",
                   "relatedSpdxElement": p["SPDXID"]} for p in packages[1:]]
    created = datetime.datetime.fromtimestamp(int(epoch), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    json.dump({"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
               "name": f"stockade-{version}",
               "documentNamespace": f"https://spdx.org/spdxdocs/stockade-{version}-{digest.hexdigest()[:32]}",
               "creationInfo": {"created": created, "creators": ["Tool: stockade-release"]},
               "packages": packages, "relationships": relations}, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
