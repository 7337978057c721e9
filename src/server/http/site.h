// Site: the files of the web page in memory, and the answers to requests for them. Reads the folder once at
// the start, so no request can reach any other file; knows no sockets.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace stockade::server::http {

struct Header {
    std::string_view name;
    std::string value;
};

struct Request {
    std::string_view method;
    std::string_view target;
    std::string_view accept_encoding;
    std::string_view if_none_match;
};

/// The body belongs to the site and lives as long as it does, except that of an error page.
struct Response {
    int status = 200;
    std::vector<Header> headers;
    std::string_view body;  ///< empty for HEAD and 304
    std::string own_body;   ///< of error pages; `body` is this one where it is not empty
    std::size_t length = 0;
};

class Site {
public:
    /// Every file of a folder. A file `x.br` or `x.gz` is the compressed form of `x`.
    static Result<Site> load(const std::string& folder);

    Response respond(const Request& request) const;

    /// A file as it is; nothing where there is none of that name.
    std::optional<std::string_view> file(std::string_view path) const;
    std::size_t files() const { return files_.size(); }

private:
    struct File {
        std::string plain;
        std::string brotli;
        std::string gzip;
        std::string tag;  ///< a strong ETag of the content
    };
    std::map<std::string, File, std::less<>> files_;  // by path from the root, without a slash in front
};

/// The headers of every page and file.
std::vector<Header> page_headers();
/// A strong ETag: tells versions of a file apart, nothing more.
std::string content_tag(std::string_view content);
/// A page that says what went wrong, with the headers of every answer.
Response error_response(int status, std::string_view why);

}  // namespace stockade::server::http
