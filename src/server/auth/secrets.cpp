#include "server/auth/secrets.h"

#include <sodium.h>

#include <cstring>

namespace stockade::server::auth {
namespace {

using Digest = std::array<std::uint8_t, crypto_hash_sha256_BYTES>;

Digest sha256(std::string_view prefix, const void* data, std::size_t size) {
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, reinterpret_cast<const unsigned char*>(prefix.data()), prefix.size());
    crypto_hash_sha256_update(&state, static_cast<const unsigned char*>(data), size);
    Digest digest;
    crypto_hash_sha256_final(&state, digest.data());
    return digest;
}

std::string hex_of(const std::uint8_t* data, std::size_t size) {
    std::string text(size * 2 + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), data, size);
    text.pop_back();
    return text;
}

}  // namespace

bool start_sodium() { return sodium_init() >= 0; }

std::string new_token() {
    std::array<std::uint8_t, 32> bytes;
    randombytes_buf(bytes.data(), bytes.size());
    std::string text(sodium_base64_ENCODED_LEN(32, sodium_base64_VARIANT_URLSAFE_NO_PADDING), '\0');
    sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(),
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    text.resize(std::strlen(text.c_str()));
    return text;
}

std::string token_hash(std::string_view token) {
    const auto digest = sha256("stockade token:", token.data(), token.size());
    return hex_of(digest.data(), digest.size());
}

std::string hash_password(std::string_view password, Cost cost) {
    std::array<char, crypto_pwhash_STRBYTES> text{};
    const bool normal = cost == Cost::kNormal;
    const int failed = crypto_pwhash_str(
        text.data(), password.data(), password.size(),
        normal ? crypto_pwhash_OPSLIMIT_INTERACTIVE : crypto_pwhash_OPSLIMIT_MIN,
        normal ? static_cast<std::size_t>(crypto_pwhash_MEMLIMIT_INTERACTIVE) : crypto_pwhash_MEMLIMIT_MIN);
    return failed ? std::string() : std::string(text.data());
}

bool password_fits(const std::string& hash, std::string_view password, Cost cost) {
    static const std::string nobody_normal = hash_password(new_token(), Cost::kNormal);
    static const std::string nobody_minimal = hash_password(new_token(), Cost::kMinimal);
    const auto& against = !hash.empty() ? hash : cost == Cost::kNormal ? nobody_normal : nobody_minimal;
    const bool fits = crypto_pwhash_str_verify(against.c_str(), password.data(), password.size()) == 0;
    return fits && !hash.empty();
}

std::string sign(std::string_view key, std::string_view text) {
    const auto bytes = [](std::string_view view) {
        return reinterpret_cast<const unsigned char*>(view.data());
    };
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, bytes(key), key.size());
    crypto_auth_hmacsha256_update(&state, bytes(text), text.size());
    std::array<std::uint8_t, crypto_auth_hmacsha256_BYTES> mac;
    crypto_auth_hmacsha256_final(&state, mac.data());
    return hex_of(mac.data(), mac.size());
}

bool equal_secrets(std::string_view a, std::string_view b) {
    return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

DiceSecret new_dice_secret() {
    DiceSecret secret;
    randombytes_buf(secret.data(), secret.size());
    return secret;
}

std::string hex(const DiceSecret& secret) { return hex_of(secret.data(), secret.size()); }

std::optional<DiceSecret> parse_dice_secret(std::string_view text) {
    DiceSecret secret;
    std::size_t length = 0;
    if (sodium_hex2bin(secret.data(), secret.size(), text.data(), text.size(), nullptr, &length, nullptr) ||
        length != secret.size() || text.size() != 2 * secret.size())
        return std::nullopt;
    return secret;
}

std::string dice_commitment(const DiceSecret& secret) {
    const auto digest = sha256("stockade dice:", secret.data(), secret.size());
    return hex_of(digest.data(), digest.size());
}

std::uint64_t dice_seed(const DiceSecret& secret) {
    const auto digest = sha256("stockade seed:", secret.data(), secret.size());
    std::uint64_t seed = 0;
    for (std::size_t i = 0; i < 8; ++i) seed = seed << 8 | digest[i];
    return seed;
}

}  // namespace stockade::server::auth
