// Quoridor and Pinko Pallino behind the boundary, compiled once.
#include "games/instances.h"

#include "games/erase.h"
#include "games/quoridor/text.h"

namespace stockade::games {

using AnyResult = Result<std::unique_ptr<AnyPosition>>;

template AnyResult erased_start<Quoridor5>(const Spec&);
template AnyResult erased_start<Quoridor7>(const Spec&);
template AnyResult erased_start<Quoridor9>(const Spec&);
template AnyResult erased_start<Quoridor11>(const Spec&);
template AnyResult erased_start<Quoridor9x3>(const Spec&);
template AnyResult erased_start<Quoridor9x4>(const Spec&);
template AnyResult erased_start<QuoridorAny<2>>(const Spec&);
template AnyResult erased_start<QuoridorAny<3>>(const Spec&);
template AnyResult erased_start<QuoridorAny<4>>(const Spec&);
template AnyResult erased_start<Pinko>(const Spec&);

template AnyResult erased_read<Quoridor5>(const Spec&, const Fields&);
template AnyResult erased_read<Quoridor7>(const Spec&, const Fields&);
template AnyResult erased_read<Quoridor9>(const Spec&, const Fields&);
template AnyResult erased_read<Quoridor11>(const Spec&, const Fields&);
template AnyResult erased_read<Quoridor9x3>(const Spec&, const Fields&);
template AnyResult erased_read<Quoridor9x4>(const Spec&, const Fields&);
template AnyResult erased_read<QuoridorAny<2>>(const Spec&, const Fields&);
template AnyResult erased_read<QuoridorAny<3>>(const Spec&, const Fields&);
template AnyResult erased_read<QuoridorAny<4>>(const Spec&, const Fields&);
template AnyResult erased_read<Pinko>(const Spec&, const Fields&);

}  // namespace stockade::games
