#include "server/bus/seal.h"

#include <fmt/format.h>
#include <sodium.h>

#include "base/messages/serve.h"

namespace stockade::server::bus {
namespace {

constexpr std::size_t kNonceBytes = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t kMacBytes = crypto_aead_xchacha20poly1305_ietf_ABYTES;
// Part of the key derivation, so that another program that uses the same secret derives another key.
constexpr std::string_view kPurpose = "stockade bus, version 1";
constexpr std::string_view kFingerprint = "stockade bus, fingerprint";

const unsigned char* bytes(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* bytes(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

}  // namespace

Result<Seal> Seal::from(std::string_view secret) {
    constexpr std::string_view kSpace = " \t\r\n";
    const auto first = secret.find_first_not_of(kSpace);
    secret = first == secret.npos ? std::string_view()
                                  : secret.substr(first, secret.find_last_not_of(kSpace) + 1 - first);
    if (secret.size() < kMinSecret)
        return error<"serve.bus-secret">("least"_a = kMinSecret, "got"_a = secret.size());
    static_assert(kKeyBytes == crypto_aead_xchacha20poly1305_ietf_KEYBYTES);
    Seal seal;
    crypto_generichash(seal.key_.data(), seal.key_.size(), bytes(secret), secret.size(), bytes(kPurpose),
                       kPurpose.size());
    return seal;
}

std::string Seal::close(NodeId to, std::string_view text) const {
    const auto reader = id_text(to);
    std::string data(kNonceBytes + text.size() + kMacBytes, '\0');
    randombytes_buf(data.data(), kNonceBytes);
    crypto_aead_xchacha20poly1305_ietf_encrypt(bytes(data) + kNonceBytes, nullptr, bytes(text), text.size(),
                                               bytes(reader), reader.size(), nullptr, bytes(data),
                                               key_.data());
    return data;
}

std::optional<std::string> Seal::open(NodeId to, std::string_view data) const {
    if (data.size() < kNonceBytes + kMacBytes) return std::nullopt;
    const auto reader = id_text(to);
    std::string text(data.size() - kNonceBytes - kMacBytes, '\0');
    if (crypto_aead_xchacha20poly1305_ietf_decrypt(bytes(text), nullptr, nullptr, bytes(data) + kNonceBytes,
                                                   data.size() - kNonceBytes, bytes(reader), reader.size(),
                                                   bytes(data), key_.data()) != 0)
        return std::nullopt;
    return text;
}

std::string Seal::fingerprint() const {
    std::array<unsigned char, 16> hash{};
    crypto_generichash(hash.data(), hash.size(), key_.data(), key_.size(), bytes(kFingerprint),
                       kFingerprint.size());
    std::string text;
    for (const unsigned char byte : hash) text += fmt::format("{:02x}", byte);
    return text;
}

}  // namespace stockade::server::bus
