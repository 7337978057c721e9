// Passwords, tokens and the secrets behind dice, all by libsodium. Knows no database and no sockets.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stockade::server::auth {

/// Must be called once before anything else here; says whether the library works.
bool start_sodium();

/// 256 random bits as text: what a cookie or a program holds.
std::string new_token();
/// The hash that is stored instead of a token. Nobody can sign in with it.
std::string token_hash(std::string_view token);

enum class Cost {
    kNormal,   ///< 64 MiB and about 0.1 s
    kMinimal,  ///< for tests
};
/// argon2id with its salt and cost, as one text; empty when there is not enough memory.
std::string hash_password(std::string_view password, Cost cost);
/// Takes as long for an empty hash as for a wrong password, so that nobody learns which names exist.
bool password_fits(const std::string& hash, std::string_view password, Cost cost);

/// HMAC-SHA-256 in hexadecimal.
std::string sign(std::string_view key, std::string_view text);

/// The same number of steps wherever two texts of one length differ.
bool equal_secrets(std::string_view a, std::string_view b);

// --- dice (docs/api.md tells how players check them) ---
using DiceSecret = std::array<std::uint8_t, 32>;
DiceSecret new_dice_secret();
std::string hex(const DiceSecret& secret);
std::optional<DiceSecret> parse_dice_secret(std::string_view text);
/// The commitment to a secret, in hexadecimal.
std::string dice_commitment(const DiceSecret& secret);
std::uint64_t dice_seed(const DiceSecret& secret);

}  // namespace stockade::server::auth
