#include "server/net/tls.h"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include "base/messages/serve.h"

namespace stockade::server::net {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr std::size_t kMaxFile = 1 << 20;

Result<std::string> read_file(std::string_view option, const std::string& path) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
    std::string content(kMaxFile, '\0');
    if (file) content.resize(std::fread(content.data(), 1, content.size(), file.get()));
    // A folder can be opened, but not read.
    if (!file || std::ferror(file.get()))
        return error<"serve.unreadable">("option"_a = option, "file"_a = path,
                                         "reason"_a = std::generic_category().message(errno));
    return content;
}

std::unique_ptr<TlsContext> new_context(TlsContext::method method) {
    auto context = std::make_unique<TlsContext>(method);
    SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION);
    return context;
}

}  // namespace

Result<std::unique_ptr<TlsContext>> server_tls(const std::string& certificate, const std::string& key) {
    if (certificate.empty() && key.empty()) return std::unique_ptr<TlsContext>();
    if (certificate.empty() || key.empty()) return error<"serve.tls-both">();
    const auto certificate_text = read_file("--tls-certificate", certificate);
    if (!certificate_text) return certificate_text.error();
    const auto key_text = read_file("--tls-key", key);
    if (!key_text) return key_text.error();

    auto context = new_context(TlsContext::tls_server);
    // A client could have keys agreed on again and again, at the server's cost.
    context->set_options(TlsContext::default_workarounds | SSL_OP_NO_RENEGOTIATION);
    error_code problem;
    // Without this OpenSSL would ask on the terminal.
    context->set_password_callback([](std::size_t, TlsContext::password_purpose) { return std::string(); },
                                   problem);
    context->use_private_key(asio::buffer(*key_text), TlsContext::pem, problem);
    if (problem) return error<"serve.tls-key">("file"_a = key);
    // After the key: the other way round, a key that does not fit looks like one that cannot be read.
    context->use_certificate_chain(asio::buffer(*certificate_text), problem);
    if (problem) return error<"serve.tls-certificate">("file"_a = certificate);
    if (!SSL_CTX_check_private_key(context->native_handle()))
        return error<"serve.tls-pair">("key"_a = key, "certificate"_a = certificate);
    return context;
}

Result<std::unique_ptr<TlsContext>> client_tls(bool secure, const std::string& authorities) {
    if (!secure) return std::unique_ptr<TlsContext>();
    auto context = new_context(TlsContext::tls_client);
    context->set_verify_mode(asio::ssl::verify_peer);
    error_code problem;
    if (authorities.empty())
        context->set_default_verify_paths(problem);
    else
        context->load_verify_file(authorities, problem);
    if (problem) return error<"serve.tls-ca">("file"_a = authorities);
    return context;
}

Stream client_stream(TcpStream tcp, TlsContext* tls, const std::string& host) {
    Stream stream(std::move(tcp), tls);
    if (auto* secure = stream.tls()) {
        secure->set_verify_callback(asio::ssl::host_name_verification(host));
        error_code not_an_address;
        asio::ip::make_address(host, not_an_address);
        if (not_an_address) SSL_set_tlsext_host_name(secure->native_handle(), host.c_str());
    }
    return stream;
}

}  // namespace stockade::server::net
