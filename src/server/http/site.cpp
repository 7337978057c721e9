#include "server/http/site.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "base/messages/serve.h"
#include "base/messages/server.h"

namespace stockade::server::http {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxFileBytes = 64u << 20;

std::string_view type_of(std::string_view path) {
    constexpr std::array<std::array<std::string_view, 2>, 11> kTypes{{
        {".html", "text/html; charset=utf-8"},
        {".js", "text/javascript; charset=utf-8"},
        {".css", "text/css; charset=utf-8"},
        {".wasm", "application/wasm"},
        {".svg", "image/svg+xml"},
        {".png", "image/png"},
        {".webmanifest", "application/manifest+json"},
        {".json", "application/json"},
        {".txt", "text/plain; charset=utf-8"},
        {".ico", "image/x-icon"},
        {".woff2", "font/woff2"},
    }};
    for (const auto& [ending, type] : kTypes)
        if (path.size() > ending.size() && path.substr(path.size() - ending.size()) == ending) return type;
    return "application/octet-stream";
}

std::string_view reason_of(int status) {
    switch (status) {
        case 400:
            return "Bad request";
        case 404:
            return "Not found";
        case 405:
            return "Method not allowed";
        default:
            return "Error";
    }
}

/// Pages load nothing from other sites and have no inline scripts. Styles may be set by attributes, and
/// pictures are made on the spot.
constexpr std::string_view kPolicy =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors "
    "'none'";

/// Whether a coding is among those that the client takes; `q=0` refuses it.
bool accepts(std::string_view header, std::string_view coding) {
    while (!header.empty()) {
        const auto end = std::min(header.find(','), header.size());
        std::string item;
        for (const char c : header.substr(0, end))
            if (c != ' ' && c != '\t') item += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        header.remove_prefix(std::min(end + 1, header.size()));
        const auto name = item.substr(0, item.find(';'));
        const bool refused =
            item.find(";q=0") != item.npos && item.find_first_of("123456789", item.find(";q=0")) == item.npos;
        if (name == coding) return !refused;
    }
    return false;
}

/// The path that a target names, `%20` and the like decoded; nothing when it is malformed.
std::optional<std::string> path_of(std::string_view target) {
    target = target.substr(0, target.find_first_of("?#"));
    if (target.empty() || target[0] != '/') return std::nullopt;
    const auto digit = [](char c) {
        return c >= '0' && c <= '9'   ? c - '0'
               : c >= 'a' && c <= 'f' ? c - 'a' + 10
               : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                      : -1;
    };
    std::string path;
    for (std::size_t i = 1; i < target.size(); ++i) {
        if (target[i] != '%') {
            path += target[i];
            continue;
        }
        if (i + 2 >= target.size() || digit(target[i + 1]) < 0 || digit(target[i + 2]) < 0)
            return std::nullopt;
        path += static_cast<char>(digit(target[i + 1]) * 16 + digit(target[i + 2]));
        i += 2;
    }
    return path;
}

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '<')
            result += "&lt;";
        else if (c == '&')
            result += "&amp;";
        else
            result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return result;
}

}  // namespace

std::vector<Header> page_headers() {
    // Threads of the page need the first three: it shares its process with no other origin.
    return {
        {"Cross-Origin-Opener-Policy", "same-origin"},   {"Cross-Origin-Embedder-Policy", "require-corp"},
        {"Cross-Origin-Resource-Policy", "same-origin"}, {"Content-Security-Policy", std::string(kPolicy)},
        {"X-Content-Type-Options", "nosniff"},           {"Referrer-Policy", "no-referrer"}};
}

std::string content_tag(std::string_view content) {
    // 64-bit FNV-1a.
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : content) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return fmt::format("\"{:016x}\"", hash);
}

Result<Site> Site::load(const std::string& folder) {
    std::error_code problem;
    if (!fs::is_directory(folder, problem)) return error<"serve.page-folder">("folder"_a = folder);
    Site site;
    std::map<std::string, std::string> read;
    for (auto it = fs::recursive_directory_iterator(folder, problem);
         it != fs::recursive_directory_iterator(); it.increment(problem)) {
        if (problem) break;
        if (!it->is_regular_file(problem)) continue;
        const auto path = fs::relative(it->path(), folder, problem).generic_string();
        if (it->file_size(problem) > kMaxFileBytes)
            return error<"serve.page-file">("file"_a = it->path().string(), "most"_a = kMaxFileBytes);
        std::ifstream in(it->path(), std::ios::binary);
        read[path] = std::string(std::istreambuf_iterator<char>(in), {});
        if (in.bad()) return error<"serve.page-unreadable">("file"_a = it->path().string());
    }
    if (problem) return error<"server.at-field">("field"_a = folder, "problem"_a = problem.message());
    if (read.find("index.html") == read.end()) return error<"serve.page-index">("folder"_a = folder);

    const auto original = [&](const std::string& path, std::string_view ending) {
        const bool ends = path.size() > ending.size() && path.substr(path.size() - ending.size()) == ending;
        const auto plain = ends ? path.substr(0, path.size() - ending.size()) : std::string();
        return ends && read.find(plain) != read.end() ? plain : std::string();
    };
    for (auto& [path, content] : read) {
        if (const auto plain = original(path, ".br"); !plain.empty()) {
            site.files_[plain].brotli = std::move(content);
        } else if (const auto zipped = original(path, ".gz"); !zipped.empty()) {
            site.files_[zipped].gzip = std::move(content);
        } else {
            site.files_[path].tag = content_tag(content);
            site.files_[path].plain = std::move(content);
        }
    }
    return site;
}

std::optional<std::string_view> Site::file(std::string_view path) const {
    const auto it = files_.find(path);
    return it == files_.end() ? std::nullopt : std::optional<std::string_view>(it->second.plain);
}

Response Site::respond(const Request& request) const {
    const bool head = request.method == "HEAD";
    if (!head && request.method != "GET") {
        auto response = error_response(405, "Only GET and HEAD are answered here.");
        response.headers.push_back({"Allow", "GET, HEAD"});
        return response;
    }
    const auto path = path_of(request.target);
    if (!path) return error_response(400, "The address is malformed.");
    const auto it = files_.find(path->empty() ? "index.html" : *path);
    if (it == files_.end()) {
        auto response = error_response(404, fmt::format("There is no {} here.", path->substr(0, 200)));
        if (head) response.own_body.clear();
        return response;
    }

    const auto& [name, file] = *it;
    Response response;
    response.headers = page_headers();
    auto& headers = response.headers;
    // Names under assets/ change with their content.
    const bool fixed = name.substr(0, 7) == "assets/";
    headers.push_back({"Cache-Control", fixed ? "public, max-age=31536000, immutable" : "no-cache"});
    headers.push_back({"Vary", "Accept-Encoding"});
    headers.push_back({"ETag", file.tag});
    if (!request.if_none_match.empty() && request.if_none_match.find(file.tag) != std::string_view::npos) {
        response.status = 304;
        return response;
    }
    headers.push_back({"Content-Type", std::string(type_of(name))});
    response.body = file.plain;
    if (!file.brotli.empty() && accepts(request.accept_encoding, "br")) {
        headers.push_back({"Content-Encoding", "br"});
        response.body = file.brotli;
    } else if (!file.gzip.empty() && accepts(request.accept_encoding, "gzip")) {
        headers.push_back({"Content-Encoding", "gzip"});
        response.body = file.gzip;
    }
    response.length = response.body.size();
    if (head) response.body = {};
    return response;
}

Response error_response(int status, std::string_view why) {
    Response response;
    response.status = status;
    response.headers = page_headers();
    response.headers.push_back({"Content-Type", "text/html; charset=utf-8"});
    response.headers.push_back({"Cache-Control", "no-store"});
    response.own_body = fmt::format(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width\"><title>{0} {1}</title><style>body{{font:1.1rem system-ui,sans-serif;"
        "max-width:34rem;margin:15vh auto;padding:0 1rem;color:#26221c;background:#f6f3ec}}a{{color:#1f5f8b}}"
        "</style><h1>{0} {1}</h1><p>{2}</p><p><a href=\"/\">Stockade</a></p></html>\n",
        status, reason_of(status), escaped(why));
    response.length = response.own_body.size();
    return response;
}

}  // namespace stockade::server::http
