// SVG pictures: well-formed, complete, and readable without eyes.
#include "draw/svg.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "games/session.h"

namespace stockade::draw {
namespace {

using games::Session;

/// What is wrong with the nesting, quoting or escaping of the document; empty when nothing is.
std::string xml_problem(std::string_view text) {
    std::vector<std::string> open;
    bool had_root = false;
    while (!text.empty()) {
        if (text[0] == '&') {
            const auto end = text.find(';');
            if (end == std::string_view::npos || end > 6) return "a bare &";
            text.remove_prefix(end + 1);
            continue;
        }
        if (text[0] != '<') {
            if (open.empty() && !std::isspace(static_cast<unsigned char>(text[0])))
                return "text outside the root";
            text.remove_prefix(1);
            continue;
        }
        const auto end = text.find('>');
        if (end == std::string_view::npos) return "a tag without end";
        std::string_view tag = text.substr(1, end - 1);
        text.remove_prefix(end + 1);
        if (tag.find('<') != std::string_view::npos) return "< inside a tag";
        if (std::count(tag.begin(), tag.end(), '"') % 2) return "an open quote";
        if (tag.starts_with('/')) {
            if (open.empty() || open.back() != tag.substr(1)) return "wrong closing tag " + std::string(tag);
            open.pop_back();
        } else if (!tag.ends_with('/')) {
            if (open.empty() && had_root) return "two roots";
            had_root = true;
            open.emplace_back(tag.substr(0, tag.find(' ')));
        }
    }
    return open.empty() ? "" : "unclosed " + open.back();
}

std::size_t count(std::string_view text, std::string_view part) {
    std::size_t n = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++n;
    return n;
}

TEST(Svg, WellFormedForEveryGame) {
    for (const auto& game : games::all_games()) {
        const auto session = Session::create(game.name);
        ASSERT_TRUE(session.ok());
        SvgOptions options;
        options.title = "<A & \"B\">\x01";
        options.legal = true;
        const auto svg = draw_svg(session->view(), options);
        EXPECT_EQ(xml_problem(svg), "") << game.name;
        EXPECT_NE(svg.find("&lt;A &amp; &quot;B&quot;&gt; "), std::string::npos);
        EXPECT_EQ(svg.find("nan"), std::string::npos);
    }
}

TEST(Svg, TheCheckFindsProblems) {
    EXPECT_NE(xml_problem("<a><b></a>"), "");
    EXPECT_NE(xml_problem("<a>&</a>"), "");
    EXPECT_NE(xml_problem("<a x=\"1></a>"), "");
    EXPECT_EQ(xml_problem("<a x=\"1\"><b/>&amp;</a>\n"), "");
}

TEST(Svg, HasEveryPart) {
    auto session = *Session::create("quoridor-mini");
    ASSERT_TRUE(session.play("a1h").ok());
    ASSERT_TRUE(session.play("c3v").ok());
    SvgOptions options;
    options.title = "Title";
    options.description = "Words";
    options.last_move = games::PawnMove{{2, 0}, {2, 1}};
    const auto svg = draw_svg(session.view(), options);
    EXPECT_NE(svg.find("<title id=\"title\">Title</title>"), std::string::npos);
    EXPECT_NE(svg.find("<desc id=\"desc\">Words</desc>"), std::string::npos);
    EXPECT_EQ(count(svg, "<rect"), 1u + 2 + 25 + 2);  // plate, goals, cells, walls
    EXPECT_EQ(count(svg, "<text"), 10u);
    options.coordinates = false;
    EXPECT_EQ(count(draw_svg(session.view(), options), "<text"), 0u);
}

TEST(Svg, WallsLieBetweenTheirCells) {
    auto session = *Session::create("quoridor-mini");
    ASSERT_TRUE(session.play("b2h").ok());
    SvgOptions options;
    options.coordinates = false;
    // Margin 6, rim 12, cells 40 at a pitch of 49: b begins at 67, row 2 at 18 + 3 * 49, and the groove above
    // it is 9.
    EXPECT_NE(draw_svg(session.view(), options).find(R"(<rect x="67" y="156.75" width="89" height="7.5")"),
              std::string::npos);
}

TEST(Svg, ArrowToTheSameCellIsNoArrow) {
    const auto session = *Session::create("quoridor");
    SvgOptions options;
    options.last_move = games::PawnMove{{4, 0}, {4, 0}};
    EXPECT_EQ(draw_svg(session.view(), options).find("nan"), std::string::npos);
}

}  // namespace
}  // namespace stockade::draw
