// A part of the searches, compiled once (see searcher.h).
#include "engine/typed_searcher.h"

namespace stockade::engine {

template std::unique_ptr<Searcher> make_searcher<1>(const games::Spec&,
                                                    const std::shared_ptr<const net::Network>&);

}  // namespace stockade::engine
