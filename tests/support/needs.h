#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

/// In a test or its SetUp(): skips it where a program that it starts is not there. `./check` has installed
/// them all, and sets STOCKADE_NEED_ALL: then it fails.
#define STOCKADE_NEEDS(service)                                          \
    if (!(service).started()) {                                          \
        if (std::getenv("STOCKADE_NEED_ALL")) FAIL() << (service).why(); \
        GTEST_SKIP() << (service).why();                                 \
    }                                                                    \
    static_assert(true)
