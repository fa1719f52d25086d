#include "models/extractor/atoms.h"

#include <gtest/gtest.h>

namespace memfold::models::extractor {
namespace {

// "w:don't n:1,000 h:원 p:." with ~ in front of a glued atom
std::string show(std::string_view text) {
  Atoms atoms;
  atoms.assign(text);
  std::string out;
  for (std::size_t i = 0; i < atoms.size(); ++i) {
    if (i) out += ' ';
    if (atoms.glued(i)) out += '~';
    out += "winhoUEPp"[static_cast<int>(atoms.kind(i))];
    out += ':';
    out += atoms.view(i);
  }
  return out;
}

TEST(Atoms, CutByKindOfCharacter) {
  EXPECT_EQ(show("Don't pay 1,000원."), "w:Don't w:pay n:1,000 ~h:원 ~p:.");
  EXPECT_EQ(show("1월 22일(월)까지"), "n:1 ~h:월 n:22 ~h:일 ~p:( ~h:월 ~p:) ~h:까지");
  EXPECT_EQ(show("v2.6.18, foo_bar()"), "w:v ~n:2.6.18 ~p:, i:foo_bar ~p:( ~p:)");
  EXPECT_EQ(show("1,00 2,0000"), "n:1 ~p:, ~n:00 n:2 ~p:, ~n:0000");
  EXPECT_EQ(show("Møller 你好 €5"), "w:Møller o:你好 p:€ ~n:5");
}

TEST(Atoms, FindAddressesAndPaths) {
  EXPECT_EQ(show("see https://x.kr/a(b)."), "w:see U:https://x.kr/a(b) ~p:.");
  EXPECT_EQ(show("(http://x.kr)"), "p:( ~U:http://x.kr ~p:)");
  EXPECT_EQ(show("링크:https://x.kr/1에서"), "h:링크 ~p:: ~U:https://x.kr/1 ~h:에서");
  EXPECT_EQ(show("a.b@x.kr, /usr/include/a.h"), "E:a.b@x.kr ~p:, P:/usr/include/a.h");
  EXPECT_EQ(show("and/or 1/22"), "w:and ~p:/ ~w:or n:1 ~p:/ ~n:22");
}

TEST(Atoms, MayBeReused) {
  Atoms atoms;
  atoms.assign("one two three");
  atoms.assign("FOUR");
  ASSERT_EQ(atoms.size(), 1u);
  EXPECT_EQ(atoms.lower(0), "four");
  EXPECT_FALSE(atoms.glued(0));
  EXPECT_FALSE(atoms.is_mark(1, "."));
}

}  // namespace
}  // namespace memfold::models::extractor
