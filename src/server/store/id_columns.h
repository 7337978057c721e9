// Converts ids to and from columns of the database, as their numbers.
#pragma once

#include <soci/soci.h>

#include "base/ids.h"

template <class Kind>
struct soci::type_conversion<stockade::StrongId<Kind>> {
    using Id = stockade::StrongId<Kind>;
    using base_type = typename Id::Value;  // NOLINT(readability-identifier-naming): the library's own

    static void from_base(base_type value, soci::indicator indicator, Id& id) {
        if (indicator == soci::i_null) throw soci::soci_error("an id is null");
        id = Id(value);
    }
    static void to_base(Id id, base_type& value, soci::indicator& indicator) {
        value = id.value();
        indicator = soci::i_ok;
    }
};
