// Cards: complete, and harmless whatever people call themselves.
#include "draw/card.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "games/session.h"

namespace stockade::draw {
namespace {

using testing::HasSubstr;
using testing::Not;

Card card_of(const std::string& spec) {
    const auto session = games::Session::create(spec);
    EXPECT_TRUE(session.ok()) << spec;
    Card card;
    card.view = session->view();
    card.title = "Quoridor";
    card.players = {{"ann", "1512", "1", true}, {"bob", "", "0", false}};
    card.status = "ann wins";
    return card;
}

TEST(Card, TellsWhoPlaysWhatAndHowItStands) {
    const auto svg = draw_card(card_of("quoridor"));
    EXPECT_THAT(svg, testing::StartsWith("<svg "));
    EXPECT_THAT(svg, HasSubstr("width=\"1200\" height=\"630\""));
    for (const auto* text : {">Quoridor<", ">ann<", ">bob<", ">1512<", ">ann wins<", ">Stockade<"})
        EXPECT_THAT(svg, HasSubstr(text));
    EXPECT_THAT(svg, testing::EndsWith("</svg>\n"));
}

TEST(Card, EveryGameFits) {
    for (const auto& info : games::all_games()) {
        const auto svg = draw_card(card_of(std::string(info.name)));
        EXPECT_LT(svg.size(), 500'000u) << info.name;
    }
    EXPECT_LT(draw_card(card_of("quoridor:size=19")).size(), 500'000u);
}

TEST(Card, NamesAreNeverMarkup) {
    auto card = card_of("quoridor");
    card.players[0].name = "</text><script>&\"";
    card.title = "<image href='file:///etc/passwd'/>";
    card.headline = card.status = "]]><!--";
    const auto svg = draw_card(card);
    EXPECT_THAT(svg, Not(HasSubstr("<script")));
    EXPECT_THAT(svg, Not(HasSubstr("<image")));
    EXPECT_THAT(svg, Not(HasSubstr("<!--")));
    EXPECT_THAT(svg, HasSubstr("&lt;/text&gt;&lt;script&gt;&amp;&quot;"));
}

TEST(Card, LongNamesBecomeSmallAndAreCutInTheEnd) {
    auto card = card_of("quoridor");
    card.players[0].name = std::string(20, 'W');
    EXPECT_THAT(draw_card(card), HasSubstr("WWWW…<"));
    card.players[0].name = "a-name-of-20-letters";
    EXPECT_THAT(draw_card(card), HasSubstr(">a-name-of-20-letters<"));
}

TEST(Drawable, LeavesOutWhatTurnsWritingAndReplacesWhatIsUnknown) {
    EXPECT_EQ(drawable("ann", 20), "ann");
    EXPECT_EQ(drawable("Žoë Иван ½ – …", 20), "Žoë Иван ½ – …");
    EXPECT_EQ(drawable("a\u202eb\u200fc\u2066d", 20), "abcd");
    EXPECT_EQ(drawable("ש\U0001F600漢", 20), "???");
    EXPECT_EQ(drawable("a\nb\x01", 20), "a b ");
    EXPECT_EQ(drawable("\xff\xe2\x82", 20), "???") << "bytes that are no UTF-8";
    EXPECT_EQ(drawable("Žabcdef", 3), "Žab");
    EXPECT_EQ(drawable("e\u0301\u0301\u0301\u0301", 20), "e") << "accents piled up";
}

}  // namespace
}  // namespace stockade::draw
