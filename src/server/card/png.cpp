#include "server/card/png.h"

#include <cairo.h>
#include <fontconfig/fontconfig.h>
#include <librsvg/rsvg.h>
#include <sys/mman.h>
#include <unistd.h>
#include <woff2/decode.h>
#include <woff2/output.h>

#include <algorithm>
#include <memory>
#include <mutex>

#include "base/messages/server.h"
#include "server/embedded.h"
#include "server/log.h"

namespace stockade::server::card {
namespace {

constexpr std::size_t kMaxSvgBytes = 1u << 20;

/// A file in memory; fontconfig reads fonts from files only. It stays open as long as the program runs. -1
/// where there is no room for it.
int file_of(std::string_view content) {
    const int file = memfd_create("stockade-font", MFD_CLOEXEC);
    if (file < 0) return -1;
    while (!content.empty()) {
        const auto written = ::write(file, content.data(), content.size());
        if (written <= 0) {
            ::close(file);
            return -1;
        }
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return file;
}

/// After this call the process knows only the program's own fonts.
void use_own_fonts() {
    FcConfig* config = FcConfigCreate();
    for (const auto& font : card_fonts()) {
        // Packed for the page; what shapes text here wants it plain.
        const auto* packed = reinterpret_cast<const std::uint8_t*>(font.content.data());
        std::string plain(woff2::ComputeWOFF2FinalSize(packed, font.content.size()), '\0');
        woff2::WOFF2StringOut out(&plain);
        const bool unpacked = woff2::ConvertWOFF2ToTTF(packed, font.content.size(), &out);
        plain.resize(std::min(plain.size(), out.Size()));
        const int file = unpacked ? file_of(plain) : -1;
        const auto path = "/proc/self/fd/" + std::to_string(file);
        if (file < 0 || !FcConfigAppFontAddFile(config, reinterpret_cast<const FcChar8*>(path.c_str())))
            log(Level::kWarning, "font not loaded: pictures lack words", {{"font", std::string(font.name)}});
    }
    FcConfigSetCurrent(config);
    FcConfigDestroy(config);
}

template <class T, void (*Free)(T*)>
struct Freed {
    void operator()(T* object) const { Free(object); }
};
using Surface = std::unique_ptr<cairo_surface_t, Freed<cairo_surface_t, cairo_surface_destroy>>;
using Context = std::unique_ptr<cairo_t, Freed<cairo_t, cairo_destroy>>;
struct Unref {
    void operator()(RsvgHandle* handle) const { g_object_unref(handle); }
};
using Handle = std::unique_ptr<RsvgHandle, Unref>;

Message failure(GError* problem) {
    auto why = error<"server.picture-failed">("problem"_a = problem ? problem->message : "unknown");
    if (problem) g_error_free(problem);
    return why;
}

cairo_status_t append(void* text, const unsigned char* bytes, unsigned length) {
    static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(bytes), length);
    return CAIRO_STATUS_SUCCESS;
}

}  // namespace

Result<std::string> render_png(const std::string& svg, int width, int height) {
    static std::once_flag fonts;
    std::call_once(fonts, use_own_fonts);
    if (svg.size() > kMaxSvgBytes) return error<"server.picture-large">("most"_a = kMaxSvgBytes);

    GError* problem = nullptr;
    // Without the name of a file nothing outside the text can be referred to.
    const Handle handle(
        rsvg_handle_new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &problem));
    if (!handle) return failure(problem);
    const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
    const Context context(cairo_create(surface.get()));
    const RsvgRectangle page{0, 0, static_cast<double>(width), static_cast<double>(height)};
    if (!rsvg_handle_render_document(handle.get(), context.get(), &page, &problem)) return failure(problem);
    std::string png;
    if (const auto status = cairo_surface_write_to_png_stream(surface.get(), append, &png);
        status != CAIRO_STATUS_SUCCESS)
        return error<"server.picture-failed">("problem"_a = cairo_status_to_string(status));
    return png;
}

}  // namespace stockade::server::card
