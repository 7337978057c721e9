// QF codes: one that can be decoded is encoded to itself, directly and through a record.
#include <cstdint>
#include <cstdlib>

#include "record/qf_code.h"

using namespace stockade::record;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string code(reinterpret_cast<const char*>(data), size);
    const auto decoded = decode_qf(code);
    if (!decoded) return 0;
    const auto encoded = encode_qf(*decoded);
    if (!encoded || *encoded != code) std::abort();

    const Record record = record_from_qf(*decoded);
    if (!check(record)) return 0;
    const auto from_record = qf_from_record(record);
    if (!from_record) std::abort();
    const auto again = encode_qf(*from_record);
    if (!again) std::abort();
    // A code may list walls in any order and count no turns; the code of a record is the tidy one, so a
    // second time gives the same.
    const auto tidy = qf_from_record(record_from_qf(*from_record));
    if (!tidy || *encode_qf(*tidy) != *again) std::abort();
    return 0;
}
