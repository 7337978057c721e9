#pragma once

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <memory>
#include <stdexcept>
#include <string>

namespace stockade::support {

/// A key and a certificate for it that signs itself, as files in PEM.
struct Certificate {
    std::string certificate;
    std::string key;
};

/// For the names as OpenSSL writes them, `IP:127.0.0.1` or `DNS:localhost`; good for a day.
inline Certificate make_certificate(const std::string& names) {
    const std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)> key(EVP_EC_gen("P-256"), &EVP_PKEY_free);
    const std::unique_ptr<X509, void (*)(X509*)> made(X509_new(), &X509_free);
    X509_set_version(made.get(), X509_VERSION_3);
    ASN1_INTEGER_set(X509_get_serialNumber(made.get()), 1);
    X509_gmtime_adj(X509_getm_notBefore(made.get()), -3600);
    X509_gmtime_adj(X509_getm_notAfter(made.get()), 24L * 3600);
    X509_set_pubkey(made.get(), key.get());
    auto* name = X509_get_subject_name(made.get());
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>("stockade test"), -1, -1, 0);
    X509_set_issuer_name(made.get(), name);
    const std::unique_ptr<X509_EXTENSION, void (*)(X509_EXTENSION*)> extension(
        X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, names.c_str()), &X509_EXTENSION_free);
    X509_add_ext(made.get(), extension.get(), -1);

    const auto text_of = [](auto write) {
        const std::unique_ptr<BIO, int (*)(BIO*)> out(BIO_new(BIO_s_mem()), &BIO_free);
        if (!write(out.get())) throw std::runtime_error("OpenSSL does not make a certificate");
        char* data = nullptr;
        const auto size = BIO_get_mem_data(out.get(), &data);
        return std::string(data, static_cast<std::size_t>(size));
    };
    Certificate result;
    result.certificate = text_of([&](BIO* out) {
        return X509_sign(made.get(), key.get(), EVP_sha256()) && PEM_write_bio_X509(out, made.get());
    });
    result.key = text_of([&](BIO* out) {
        return PEM_write_bio_PrivateKey(out, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
    });
    return result;
}

}  // namespace stockade::support
