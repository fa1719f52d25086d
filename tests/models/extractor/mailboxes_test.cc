#include "models/extractor/mailboxes.h"

#include <gtest/gtest.h>

#include "core/name_forms.h"
#include "models/extractor/romanise.h"

namespace memfold::models::extractor {
namespace {

TEST(Romanise, ReadsSyllableBySyllable) {
  EXPECT_EQ(romanise("미리내테크"), "mirinaetekeu");
  EXPECT_EQ(romanise("한빛 x"), "hanbit");
}

TEST(LooseSound, IsTheSameForEverySpelling) {
  EXPECT_EQ(loose_sound("jiwoo"), loose_sound(romanise("지우")));
  EXPECT_EQ(loose_sound("kyung"), loose_sound(romanise("경")));
  EXPECT_EQ(loose_sound("young"), loose_sound("yeong"));
  EXPECT_EQ(loose_sound("ahn"), loose_sound("an"));
  EXPECT_NE(loose_sound("minji"), loose_sound("minjae"));
}

TEST(RoleAddress, IsNobodyInParticular) {
  for (const char* role :
       {"noreply@x.example", "no-reply@x.example", "info@x.example", "hr@x.example",
        "linux-man@vger.kernel.org", "dev@lists.x.example", "gcc@gcc.gnu.org", "team@x.example",
        "supply-apis@x.example", "tools-users@x.example", "mailer-daemon@x.example",
        "all@x.example", "bug-tools@x.example", "devnull+me@x.example"}) {
    EXPECT_TRUE(is_role_address(role)) << role;
  }
  for (const char* person : {"jiwoo.han@x.example", "alx@kernel.org", "j.smith@x.example",
                             "teamo@x.example", "allen@x.example"}) {
    EXPECT_FALSE(is_role_address(person)) << person;
  }
  EXPECT_TRUE(is_role_address("readers@x.example", "Readers <readers.x.example>"));
  EXPECT_FALSE(is_role_address("mary@x.example", "Readers <readers.x.example>"));
}

struct AgreeCase {
  const char *name, *address;
  bool agrees;
};
class Agreement : public testing::TestWithParam<AgreeCase> {};
TEST_P(Agreement, IsOfNameAndAddress) {
  EXPECT_EQ(address_agrees(canonical_person(GetParam().name), GetParam().address),
            GetParam().agrees)
      << GetParam().name << " " << GetParam().address;
}
INSTANTIATE_TEST_SUITE_P(Table, Agreement,
                         testing::Values(AgreeCase{"John Smith", "john.smith@x.example", true},
                                         AgreeCase{"John Smith", "jsmith@x.example", true},
                                         AgreeCase{"John Smith", "johns@x.example", true},
                                         AgreeCase{"Jiří Novák", "novak99@x.example", true},
                                         AgreeCase{"Stephen D. Williams", "sdw@x.example", true},
                                         AgreeCase{"Alexander Hill", "alex@x.example", true},
                                         AgreeCase{"John Smith", "mary.jones@x.example", false},
                                         AgreeCase{"John Smith", "js@x.example", false},
                                         AgreeCase{"Kim, Minji", "minji.kim@x.example", true},
                                         AgreeCase{"한지우", "jiwoo.han@x.example", true},
                                         AgreeCase{"한지우 과장", "jw.han@x.example", true},
                                         AgreeCase{"박상철", "sc.park@x.example", true},
                                         AgreeCase{"이영희", "younghee.lee@x.example", true},
                                         AgreeCase{"최윤경", "ykchoi@x.example", true},
                                         AgreeCase{"임현우", "limhyunwoo@x.example", true},
                                         AgreeCase{"정민호", "minho77@x.example", true},
                                         AgreeCase{"한지우", "minho.jung@x.example", false},
                                         AgreeCase{"김민지", "minjae.kim@x.example", false},
                                         AgreeCase{"박상철", "park@x.example", false},
                                         AgreeCase{"", "a@x.example", false}));

TEST(ReadsLikePerson, KnowsPeopleFromFirmsAndMachines) {
  const auto reads = [](const char* name, const char* address) {
    return reads_like_person(canonical_person(name), address);
  };
  EXPECT_TRUE(reads("Minji Park", "mp@x.example"));
  EXPECT_TRUE(reads("박민지 과장", "mp@x.example"));
  EXPECT_TRUE(reads("Geege", "geege@x.example"));
  EXPECT_TRUE(reads("민지", "minji@x.example"));
  EXPECT_TRUE(reads("Иван Петров", "ip@x.example"));
  EXPECT_FALSE(reads("Geege", "sales99@x.example"));
  EXPECT_FALSE(reads("Mary's Store", "mary@x.example"));
  EXPECT_FALSE(reads("Weekly Digest", "wd@x.example"));
  EXPECT_FALSE(reads("맑은샘 고객지원", "cs@x.example"));
  EXPECT_FALSE(reads("인사팀", "hr2@x.example"));
  EXPECT_FALSE(reads("Agent 47", "a@x.example"));
  for (const char* none : {"--", "- -", "---=<<", "'", "''", "\"\"", "...", "*"}) {
    reads(none, "a@x.example");  // need not be told apart, only read
  }
  EXPECT_FALSE(reads("--", "a@x.example"));
  EXPECT_TRUE(is_surely_person(canonical_person("Anna Hill via list")));
  EXPECT_FALSE(is_surely_person("tools-announcements"));
  EXPECT_FALSE(is_surely_person("인사팀"));
  EXPECT_TRUE(is_surely_person("김은실"));
  EXPECT_FALSE(reads("Sterling Vale Insurance", "sv@x.example"));
  EXPECT_FALSE(reads("Claims Desk", "cd@x.example"));
}

TEST(DomainAgrees, FindsTheOrganisationInADomain) {
  EXPECT_TRUE(domain_agrees("Hanbit Logic Co", "hanbit.example"));
  EXPECT_TRUE(domain_agrees("Red Hat GmbH", "redhat.example"));
  EXPECT_TRUE(domain_agrees("한빛로직", "mail.hanbit.example"));
  EXPECT_TRUE(domain_agrees("(주)미리내테크", "mirinae-tech.example.com"));
  EXPECT_FALSE(domain_agrees("미래물류", "mirinae-tech.example.com"));
  EXPECT_FALSE(domain_agrees("Spam", "spamassassin.example"));
  EXPECT_FALSE(domain_agrees("Gmail", "gmail.com"));
  EXPECT_FALSE(domain_agrees("Naver", "naver.com"));
  EXPECT_FALSE(domain_agrees("Hanbit Logic", ""));
}

}  // namespace
}  // namespace memfold::models::extractor
