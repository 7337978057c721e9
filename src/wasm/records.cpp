// The records module: games read from and written to every format, as docs/record.md has them. Loaded only
// when a page opens or saves a game.
#include <sstream>

#include "base/messages/record.h"
#include "record/formats.h"
#include "record/json.h"
#include "record/record.h"
#include "wasm/boundary.h"

using namespace stockade;
using namespace stockade::wasm;

/// The first game of a text in any format, as a JSON record, once every turn of it has been replayed.
STOCKADE_EXPORT const char* stockade_read(const char* text) {
    std::istringstream in(text);
    const auto source = record::open_source(record::format_of_text(text), in);
    const auto game = source->next();
    if (!game) return fail(game.error());
    if (!*game) return fail(error<"record.empty">());
    if (const auto checked = record::check(**game); !checked) return fail(checked.error());
    return answer(record::to_json(**game));
}

/// A JSON record as a text of that format, in `{"text": ...}`.
STOCKADE_EXPORT const char* stockade_write(const char* json_record, const char* format_name) {
    const auto format = record::parse_format(format_name);
    if (!format) return fail(error<"record.unknown-format">("format"_a = format_name));
    const auto game = record::from_json(json_record);
    if (!game) return fail(game.error());
    if (const auto checked = record::check(*game); !checked) return fail(checked.error());
    const auto text = record::to_format(*game, *format);
    if (!text) return fail(text.error());
    JsonWriter json;
    json.open('{').key("text").string(*text).close('}');
    return answer(json.text());
}
