#include "server/http/site.h"

#include <gtest/gtest.h>

#include "support/scratch_folder.h"

namespace stockade::server::http {
namespace {

class SiteTest : public testing::Test {
protected:
    void SetUp() override {
        scratch_.put("index.html", "<p>page</p>");
        scratch_.put("assets/a-1.js", "let a;");
        scratch_.put("assets/a-1.js.br", "BR");
        scratch_.put("assets/a-1.js.gz", "GZ");
        scratch_.put("odd name.txt", "odd");
    }
    static std::string header(const Response& response, std::string_view name) {
        for (const auto& item : response.headers)
            if (item.name == name) return item.value;
        return {};
    }
    support::ScratchFolder scratch_;
    const std::string folder_ = scratch_.path().string();
};

TEST_F(SiteTest, AnswersWithFilesAndTheirHeaders) {
    const auto site = Site::load(folder_);
    ASSERT_TRUE(site.ok());
    EXPECT_EQ(site->files(), 3u);
    const auto page = site->respond({"GET", "/", "", ""});
    EXPECT_EQ(page.status, 200);
    EXPECT_EQ(page.body, "<p>page</p>");
    EXPECT_EQ(header(page, "Content-Type"), "text/html; charset=utf-8");
    EXPECT_EQ(header(page, "Cache-Control"), "no-cache");
    EXPECT_EQ(header(page, "Cross-Origin-Opener-Policy"), "same-origin");
    EXPECT_EQ(header(page, "Cross-Origin-Embedder-Policy"), "require-corp");
    EXPECT_TRUE(
        header(page, "Content-Security-Policy").starts_with("default-src 'self'; script-src 'self' 'wasm-"));
    EXPECT_EQ(site->respond({"GET", "/index.html?x=1", "", ""}).body, "<p>page</p>");
    EXPECT_EQ(site->respond({"GET", "/odd%20name.txt", "", ""}).body, "odd");
    EXPECT_EQ(header(site->respond({"GET", "/assets/a-1.js", "", ""}), "Cache-Control"),
              "public, max-age=31536000, immutable");
}

TEST_F(SiteTest, ChoosesTheCompressionThatIsTaken) {
    const auto site = Site::load(folder_);
    const auto body = [&](std::string_view accepted) {
        return std::string(site->respond({"GET", "/assets/a-1.js", accepted, ""}).body);
    };
    EXPECT_EQ(body("gzip, deflate, br"), "BR");
    EXPECT_EQ(body("gzip"), "GZ");
    EXPECT_EQ(body("br;q=0, gzip;q=0.5"), "GZ");
    EXPECT_EQ(body("identity"), "let a;");
}

TEST_F(SiteTest, HeadAndUnchangedHaveNoBody) {
    const auto site = Site::load(folder_);
    const auto head = site->respond({"HEAD", "/", "", ""});
    EXPECT_EQ(head.body, "");
    EXPECT_EQ(head.length, 11u);
    const auto again = site->respond({"GET", "/", "", header(head, "ETag")});
    EXPECT_EQ(again.status, 304);
    EXPECT_EQ(again.body, "");
}

TEST_F(SiteTest, ErrorsArePages) {
    const auto site = Site::load(folder_);
    for (const std::string target :
         {"/nothing", "/../site_test.cpp", "/%2e%2e/x", "/assets", "/assets/a-1.js.br"})
        EXPECT_EQ(site->respond({"GET", target, "", ""}).status, 404) << target;
    for (const std::string target : {"", "x", "/%", "/%2", "/%zz", "http://else/"})
        EXPECT_EQ(site->respond({"GET", target, "", ""}).status, 400) << target;
    const auto post = site->respond({"POST", "/", "", ""});
    EXPECT_EQ(post.status, 405);
    EXPECT_EQ(header(post, "Allow"), "GET, HEAD");
    const auto script = site->respond({"GET", "/<script>", "", ""});
    EXPECT_EQ(script.own_body.find("<script>"), std::string::npos);
}

TEST_F(SiteTest, SaysWhatIsMissing) {
    EXPECT_NE(Site::load(folder_ + "/none").error().message.find("scripts/web.sh"), std::string::npos);
    std::filesystem::remove(folder_ + "/index.html");
    EXPECT_NE(Site::load(folder_).error().message.find("no index.html"), std::string::npos);
}

}  // namespace
}  // namespace stockade::server::http
