# Windows x86-64 by Debian's mingw-w64. Headers without code are those of this machine, linked into a folder of their
# own: /usr/include itself would mix glibc's headers with those of Windows.

set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_CROSSCOMPILING_EMULATOR wine64)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
