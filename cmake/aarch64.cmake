# ARM64 Linux by Debian's cross compiler. STOCKADE_SYSROOT holds the libraries for that processor
# (scripts/release.sh unpacks them); headers without code are those of this machine.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)
set(STOCKADE_SYSROOT "" CACHE PATH "Unpacked ARM64 packages: libncurses-dev")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES STOCKADE_SYSROOT)
set(CMAKE_LIBRARY_PATH ${STOCKADE_SYSROOT}/usr/lib/aarch64-linux-gnu)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
