# Sourced by device.sh and cpu.sh: sets `binary` to the program that plays, which is found or built, and checks that
# python3 has PyTorch.

# A static program carried along runs where nothing is installed; else it is built here.
binary=
for candidate in build/portable/stockade-lab build/release/stockade-lab build/release/stockade; do
    if [[ -x $candidate ]] && "$candidate" features --help >/dev/null 2>&1; then
        binary=$candidate
        break
    fi
done
if [[ -z $binary ]]; then
    cmake --preset portable >/dev/null
    cmake --build --preset portable
    binary=build/portable/stockade-lab
fi

python3 -c 'import torch' 2>/dev/null || {
    echo "python3 has no PyTorch: install it, or put the python3 that has it first on the PATH" >&2
    exit 2
}
