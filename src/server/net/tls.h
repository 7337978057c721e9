// The settings of TLS: certificates, keys and trusted authorities. The oldest version allowed is TLS 1.2.
#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "server/net/stream.h"

namespace stockade::server::net {

/// For a server, from files in PEM; nothing where neither is named.
Result<std::unique_ptr<TlsContext>> server_tls(const std::string& certificate, const std::string& key);
/// For a client; nothing where the connection is not to be `secure`. `authorities` is a file of certificates
/// to trust; empty: the system's.
Result<std::unique_ptr<TlsContext>> client_tls(bool secure, const std::string& authorities);
/// A stream to a server that takes its certificate only if it is for that host.
Stream client_stream(TcpStream tcp, TlsContext* tls, const std::string& host);

}  // namespace stockade::server::net
