#include "models/extractor/mention_words.h"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "core/name_words.h"
#include "core/word_lists.h"
#include "models/extractor/romanise.h"

namespace memfold::models::extractor {
namespace {

// The Latin tables are sorted by bytes, and so are the Korean ones.
constexpr auto kRoleWords =
    std::to_array<std::string_view>({"abuse",         "accounting",    "accounts",
                                     "admin",         "administrator", "alert",
                                     "alerts",        "all",           "announce",
                                     "announcements", "billing",       "booking",
                                     "bookings",      "bot",           "bounce",
                                     "bounces",       "bug",           "bugs",
                                     "bugzilla",      "buildbot",      "calendar",
                                     "careers",       "compliance",    "contact",
                                     "cron",          "customercare",  "customerservice",
                                     "daemon",        "deals",         "devnull",
                                     "do-not-reply",  "donotreply",    "editor",
                                     "editors",       "enquiries",     "events",
                                     "everybody",     "everyone",      "facilities",
                                     "feedback",      "git",           "github",
                                     "gitlab",        "hello",         "help",
                                     "helpdesk",      "hostmaster",    "hr",
                                     "info",          "inquiries",     "invoice",
                                     "invoices",      "jenkins",       "jira",
                                     "jobs",          "legal",         "listserv",
                                     "mailer",        "mailer-daemon", "majordomo",
                                     "marketing",     "media",         "news",
                                     "newsletter",    "newsletters",   "no-reply",
                                     "nobody",        "noreply",       "notification",
                                     "notifications", "notify",        "null",
                                     "offers",        "office",        "order",
                                     "orders",        "owner",         "patchwork",
                                     "payments",      "payroll",       "postmaster",
                                     "press",         "privacy",       "promo",
                                     "promotions",    "purchasing",    "reception",
                                     "replies",       "reply",         "request",
                                     "reservations",  "robot",         "root",
                                     "sales",         "security",      "server",
                                     "service",       "services",      "staff",
                                     "subscribe",     "support",       "survey",
                                     "system",        "syzbot",        "team",
                                     "teams",         "undisclosed",   "unsubscribe",
                                     "update",        "updates",       "webmail",
                                     "webmaster",     "개발팀",        "고객센터",
                                     "고객지원",      "고객지원팀",    "공지",
                                     "관리사무소",    "관리자",        "뉴스레터",
                                     "담당자",        "마케팅팀",      "사무국",
                                     "시스템",        "알리미",        "알림",
                                     "영업팀",        "운영자",        "운영팀",
                                     "웹마스터",      "인사",          "인사팀",
                                     "전사",          "전직원",        "지원팀",
                                     "총무",          "총무팀",        "편집부"});
static_assert(std::is_sorted(kRoleWords.begin(), kRoleWords.end()));
constexpr auto kListWords = std::to_array<std::string_view>(
    {"admin",   "all",         "alpha",   "announce", "announces", "api",     "apis",
     "bounces", "bugs",        "commits", "dev",      "devel",     "develop", "developers",
     "discuss", "discussion",  "general", "group",    "help",      "l",       "list",
     "lists",   "maintainers", "members", "owner",    "owners",    "patches", "request",
     "staff",   "talk",        "team",    "user",     "users"});
static_assert(std::is_sorted(kListWords.begin(), kListWords.end()));
constexpr auto kListDomains = std::to_array<std::string_view>(
    {"bounces.google.com", "bugzilla.kernel.org", "egroups.com", "freelists.org",
     "googlegroups.com", "groups.io", "noreply.github.com", "xent.com", "yahoogroups.com"});
static_assert(std::is_sorted(kListDomains.begin(), kListDomains.end()));
// The first label of hosts of lists.
constexpr auto kListHosts = std::to_array<std::string_view>(
    {"groups", "list", "lists", "listserv", "mailman", "ml", "vger"});
static_assert(std::is_sorted(kListHosts.begin(), kListHosts.end()));
constexpr auto kPublicDomains = std::to_array<std::string_view>(
    {"126.com",        "163.com",       "aim.com",        "aol.com",
     "arcor.de",       "att.net",       "bellsouth.net",  "bigfoot.com",
     "btinternet.com", "chol.com",      "comcast.net",    "cox.net",
     "daum.net",       "debian.org",    "dreamwiz.com",   "earthlink.net",
     "email.com",      "empal.com",     "excite.com",     "fastmail.com",
     "fastmail.fm",    "foxmail.com",   "free.fr",        "freechal.com",
     "freenet.de",     "gmail.com",     "gmx.at",         "gmx.com",
     "gmx.de",         "gmx.net",       "gnu.org",        "googlemail.com",
     "hanmail.net",    "hanmir.com",    "hotmail.co.uk",  "hotmail.com",
     "hotmail.fr",     "hushmail.com",  "icloud.com",     "inbox.com",
     "juno.com",       "kakao.com",     "kernel.org",     "korea.com",
     "laposte.net",    "libero.it",     "live.com",       "lycos.co.kr",
     "lycos.com",      "mac.com",       "mail.com",       "mail.ru",
     "me.com",         "msn.com",       "nate.com",       "naver.com",
     "netscape.net",   "orange.fr",     "outlook.com",    "outlook.kr",
     "paran.com",      "pm.me",         "posteo.de",      "proton.me",
     "protonmail.com", "qq.com",        "rediffmail.com", "riseup.net",
     "rocketmail.com", "sbcglobal.net", "sina.com",       "sourceforge.net",
     "t-online.de",    "tutanota.com",  "usa.net",        "users.sourceforge.net",
     "verizon.net",    "wanadoo.fr",    "web.de",         "yahoo.co.in",
     "yahoo.co.jp",    "yahoo.co.kr",   "yahoo.co.uk",    "yahoo.com",
     "yahoo.de",       "yahoo.fr",      "yandex.com",     "yandex.ru",
     "ymail.com",      "zoho.com"});
static_assert(std::is_sorted(kPublicDomains.begin(), kPublicDomains.end()));
constexpr auto kCommonLabels = std::to_array<std::string_view>(
    {"ac",       "co",    "com",     "corp",  "edu",       "email", "example", "go", "gov", "info",
     "internal", "intra", "invalid", "lists", "localhost", "mail",  "mx",      "ne", "net", "news",
     "or",       "org",   "re",      "smtp",  "test",      "users", "web",     "www"});
static_assert(std::is_sorted(kCommonLabels.begin(), kCommonLabels.end()));
// In the display names of nobody.
constexpr auto kMachineWords = std::to_array<std::string_view>(
    {"admin",       "alert",      "alerts",       "and",           "announce",
     "association", "bank",       "bot",          "bugs",          "cafe",
     "casino",      "center",     "centre",       "claims",        "clinic",
     "club",        "college",    "committee",    "community",     "company",
     "concierge",   "corp",       "council",      "credit",        "crew",
     "customer",    "daemon",     "daily",        "deals",         "department",
     "dept",        "desk",       "digest",       "email",         "fitness",
     "for",         "foundation", "free",         "from",          "gmbh",
     "group",       "gym",        "helpline",     "hotel",         "inc",
     "institute",   "labs",       "list",         "lists",         "llc",
     "loan",        "loans",      "ltd",          "mail",          "mailing",
     "mall",        "marketing",  "media",        "member",        "members",
     "monthly",     "mortgage",   "my",           "network",       "networks",
     "news",        "newsletter", "notification", "notifications", "of",
     "offer",       "offers",     "office",       "online",        "our",
     "owner",       "pharmacy",   "postmaster",   "press",         "project",
     "recipient",   "recipients", "registry",     "relay",         "restaurant",
     "sale",        "sales",      "school",       "secretary",     "server",
     "service",     "services",   "shop",         "shopping",      "society",
     "software",    "solutions",  "squad",        "store",         "subscriber",
     "support",     "system",     "systems",      "team",          "technologies",
     "the",         "travel",     "undisclosed",  "university",    "unknown",
     "update",      "updates",    "user",         "users",         "via",
     "webmaster",   "weekend",    "weekly",       "win",           "winner",
     "with",        "your"});
static_assert(std::is_sorted(kMachineWords.begin(), kMachineWords.end()));
constexpr auto kGivenNames = std::to_array<std::string_view>(
    {"aaron",     "adam",       "adrian",    "ahmed",     "aiden",      "alan",       "albert",
     "alejandro", "alessandro", "alex",      "alexander", "alexandra",  "alexei",     "alexey",
     "alexis",    "ali",        "alice",     "alicia",    "alison",     "allen",      "amanda",
     "amber",     "amir",       "amit",      "amy",       "ana",        "anders",     "andrea",
     "andreas",   "andrei",     "andrew",    "andy",      "angela",     "angelo",     "anil",
     "anita",     "anjali",     "ann",       "anna",      "anne",       "annie",      "anthony",
     "antoine",   "anton",      "antonio",   "april",     "arjun",      "arne",       "arnold",
     "arthur",    "arun",       "asha",      "ashley",    "astrid",     "august",     "axel",
     "barbara",   "bart",       "beatrice",  "ben",       "benjamin",   "bernard",    "bernd",
     "beth",      "betty",      "bill",      "bjorn",     "bob",        "bonnie",     "boris",
     "brad",      "bradley",    "brandon",   "brenda",    "brendan",    "brett",      "brian",
     "bruce",     "bruno",      "bryan",     "caleb",     "cameron",    "camille",    "carl",
     "carla",     "carlos",     "carmen",    "carol",     "caroline",   "casey",      "catherine",
     "cathy",     "cecilia",    "charles",   "charlie",   "charlotte",  "chen",       "chloe",
     "chris",     "christian",  "christina", "christine", "christoph",  "christophe", "christopher",
     "cindy",     "claire",     "clara",     "claude",    "claudia",    "colin",      "connor",
     "craig",     "cristina",   "curtis",    "cynthia",   "daniel",     "daniela",    "danielle",
     "danny",     "darren",     "dave",      "david",     "dawn",       "deborah",    "denis",
     "dennis",    "derek",      "diana",     "diane",     "diego",      "dieter",     "dirk",
     "dmitry",    "dominic",    "don",       "donald",    "donna",      "doris",      "dorothy",
     "doug",      "douglas",    "dylan",     "eddie",     "eduardo",    "edward",     "edwin",
     "eileen",    "elaine",     "elena",     "eli",       "elias",      "elisabeth",  "elizabeth",
     "ella",      "ellen",      "emil",      "emily",     "emma",       "eric",       "erica",
     "erik",      "erin",       "ernest",    "ethan",     "eugene",     "eva",        "evan",
     "evelyn",    "fabio",      "fatima",    "felix",     "fernando",   "fiona",      "florence",
     "florian",   "francesca",  "francesco", "francis",   "francisco",  "francois",   "franz",
     "fred",      "frederic",   "frederick", "friedrich", "gabriel",    "gareth",     "gary",
     "gavin",     "geoff",      "geoffrey",  "george",    "gerald",     "gerard",     "gerhard",
     "gianluca",  "gilbert",    "giles",     "gloria",    "gordon",     "graham",     "greg",
     "gregory",   "guido",      "guillaume", "gustavo",   "guy",        "hannah",     "hans",
     "harold",    "harry",      "hassan",    "heather",   "heidi",      "heiko",      "heinrich",
     "helen",     "helena",     "helga",     "henri",     "henrik",     "henry",      "herbert",
     "hiroshi",   "holger",     "howard",    "hugh",      "hugo",       "ian",        "ibrahim",
     "igor",      "ingrid",     "irene",     "iris",      "isaac",      "isabel",     "isabella",
     "ivan",      "jack",       "jackie",    "jacob",     "jacqueline", "jacques",    "jaime",
     "jake",      "james",      "jamie",     "jan",       "jane",       "janet",      "janice",
     "jared",     "jason",      "javier",    "jay",       "jean",       "jeff",       "jeffrey",
     "jennifer",  "jenny",      "jens",      "jeremy",    "jerome",     "jerry",      "jesper",
     "jesse",     "jessica",    "jill",      "jim",       "jimmy",      "joan",       "joanna",
     "joanne",    "joao",       "jochen",    "joe",       "joel",       "johan",      "johannes",
     "john",      "johnny",     "jon",       "jonas",     "jonathan",   "jordan",     "jorg",
     "jorge",     "jose",       "josef",     "joseph",    "josh",       "joshua",     "juan",
     "judith",    "judy",       "julia",     "julian",    "julie",      "julien",     "jurgen",
     "justin",    "karen",      "karin",     "karl",      "karsten",    "kate",       "katherine",
     "kathleen",  "kathryn",    "kathy",     "katie",     "keith",      "kelly",      "ken",
     "kenji",     "kenneth",    "kevin",     "khalid",    "kim",        "kimberly",   "klaus",
     "kristen",   "kristin",    "kurt",      "kyle",      "lars",       "laura",      "lauren",
     "laurent",   "lawrence",   "lea",       "leah",      "lee",        "leila",      "lena",
     "leo",       "leon",       "leonard",   "leonardo",  "leslie",     "lewis",      "liam",
     "lily",      "linda",      "linus",     "lisa",      "liu",        "lorenzo",    "louis",
     "louise",    "luca",       "lucas",     "lucia",     "lucy",       "luis",       "luise",
     "luke",      "lydia",      "lynn",      "madeleine", "magnus",     "manuel",     "marc",
     "marcel",    "marcelo",    "marco",     "marcus",    "marek",      "margaret",   "maria",
     "marie",     "mario",      "marion",    "marta",     "martha",     "martin",     "martina",
     "marvin",    "mary",       "mathias",   "mathieu",   "mathilde",   "matt",       "matteo",
     "matthew",   "matthias",   "maurice",   "maurizio",  "max",        "maya",       "megan",
     "mehmet",    "mei",        "melanie",   "melissa",   "mia",        "michael",    "michal",
     "michel",    "michele",    "michelle",  "miguel",    "mike",       "mikhail",    "miriam",
     "mohamed",   "mohammed",   "molly",     "monica",    "morgan",     "morten",     "muhammad",
     "nadia",     "nancy",      "naomi",     "natalia",   "natalie",    "natasha",    "nathan",
     "neil",      "nelson",     "nicholas",  "nick",      "nicola",     "nicolas",    "nicole",
     "niels",     "nigel",      "nikhil",    "nikita",    "nikolai",    "nina",       "noah",
     "nora",      "norman",     "ola",       "olaf",      "oleg",       "oliver",     "olivia",
     "olivier",   "omar",       "oscar",     "otto",      "owen",       "pablo",      "pamela",
     "paola",     "paolo",      "pascal",    "patricia",  "patrick",    "paul",       "paula",
     "pavel",     "pedro",      "peggy",     "penny",     "per",        "peter",      "petr",
     "petra",     "phil",       "philip",    "philipp",   "philippe",   "phillip",    "pierre",
     "piotr",     "priya",      "rachel",    "rafael",    "rahul",      "raj",        "rajesh",
     "ralf",      "ralph",      "randy",     "raphael",   "ravi",       "ray",        "raymond",
     "rebecca",   "reiner",     "renate",    "rene",      "ricardo",    "richard",    "rick",
     "rob",       "robert",     "roberto",   "robin",     "rodrigo",    "roger",      "roland",
     "rolf",      "roman",      "ron",       "ronald",    "rosa",       "rosemary",   "ross",
     "roy",       "ruben",      "rudolf",    "russell",   "ruth",       "ryan",       "sabine",
     "sally",     "sam",        "samantha",  "samir",     "samuel",     "sandra",     "sandy",
     "sanjay",    "santiago",   "sara",      "sarah",     "scott",      "sean",       "sebastian",
     "sergei",    "sergey",     "sergio",    "seth",      "shane",      "shannon",    "sharon",
     "sheila",    "shirley",    "silvia",    "simon",     "simone",     "sofia",      "sonia",
     "sophia",    "sophie",     "stacy",     "stan",      "stanley",    "stefan",     "stefano",
     "stella",    "stephan",    "stephane",  "stephanie", "stephen",    "steve",      "steven",
     "stewart",   "stuart",     "sunil",     "susan",     "susanne",    "suzanne",    "sven",
     "sylvia",    "tamara",     "tanya",     "tara",      "ted",        "teresa",     "terry",
     "theo",      "theodore",   "theresa",   "thierry",   "thomas",     "tiffany",    "tim",
     "timo",      "timothy",    "tina",      "tobias",    "todd",       "tom",        "tomas",
     "tommy",     "toni",       "tony",      "tracy",     "travis",     "trevor",     "tristan",
     "ulrich",    "ulrike",     "ursula",    "valentina", "valerie",    "vanessa",    "vera",
     "veronica",  "vicki",      "victor",    "victoria",  "vijay",      "viktor",     "vincent",
     "virginia",  "vivian",     "vladimir",  "walter",    "wanda",      "warren",     "wayne",
     "wei",       "wendy",      "werner",    "wesley",    "william",    "wolfgang",   "xavier",
     "yan",       "yann",       "yasmin",    "yuki",      "yuri",       "yusuf",      "yves",
     "yvonne",    "zachary",    "zoe"});
static_assert(std::is_sorted(kGivenNames.begin(), kGivenNames.end()));
constexpr auto kDoubtfulGivenNames = std::to_array<std::string_view>(
    {"amber", "an",    "ana",   "april", "art",  "august", "bill", "bob",   "case",  "chase",
     "dawn",  "dean",  "do",    "don",   "drew", "duke",   "earl", "faith", "frank", "gene",
     "go",    "grace", "grant", "guy",   "hope", "in",     "iris", "jack",  "jan",   "jay",
     "josh",  "joy",   "jun",   "june",  "lily", "mar",    "mark", "max",   "may",   "min",
     "no",    "ok",    "ola",   "page",  "pat",  "penny",  "per",  "ray",   "rich",  "rob",
     "roman", "rose",  "sandy", "so",    "sue",  "sun",    "will", "won",   "you"});
static_assert(std::is_sorted(kDoubtfulGivenNames.begin(), kDoubtfulGivenNames.end()));

struct FamilySounds {
  std::string_view family;
  std::vector<std::string_view> spellings;  ///< beside the regular one
};
// As people write them against the rules.
const auto kFamilySpellings = std::to_array<FamilySounds>({{"이", {"lee", "yi", "rhee", "yee"}},
                                                           {"박", {"park", "pak"}},
                                                           {"최", {"choi", "choe"}},
                                                           {"임", {"lim", "yim", "rim"}},
                                                           {"류", {"yoo", "yu", "ryu"}},
                                                           {"유", {"ryu", "yoo"}},
                                                           {"노", {"roh", "noh"}},
                                                           {"백", {"paik", "baik"}},
                                                           {"허", {"hur", "huh"}},
                                                           {"나", {"ra", "na"}},
                                                           {"여", {"lyo"}},
                                                           {"양", {"ryang"}},
                                                           {"우", {"wu"}}});

}  // namespace

bool is_role_word(std::string_view word) {
  return is_in_sorted(kRoleWords, word);
}
bool is_list_word(std::string_view word) {
  return is_in_sorted(kListWords, word);
}

bool is_list_domain(std::string_view domain) {
  if (is_in_sorted(kListDomains, domain) || domain.ends_with(".googlegroups.com")) return true;
  const std::size_t point = domain.find('.');
  return point != domain.npos && is_in_sorted(kListHosts, domain.substr(0, point));
}
bool is_public_mail_domain(std::string_view domain) {
  return is_in_sorted(kPublicDomains, domain);
}
bool is_common_label(std::string_view label) {
  return is_in_sorted(kCommonLabels, label);
}
bool is_machine_word(std::string_view word) {
  return is_in_sorted(kMachineWords, word);
}
bool is_given_name(std::string_view word) {
  return is_in_sorted(kGivenNames, word);
}
bool is_doubtful_given_name(std::string_view word) {
  return is_in_sorted(kDoubtfulGivenNames, word);
}

std::span<const std::string> family_sounds(std::string_view family) {
  static const auto kSounds = [] {
    std::map<std::string, std::vector<std::string>, std::less<>> sounds;
    for (const FamilySounds& entry : kFamilySpellings) {
      for (std::string_view spelling : entry.spellings) {
        sounds[std::string(entry.family)].push_back(loose_sound(spelling));
      }
    }
    for (char32_t c = 0xAC00; c <= 0xD7A3; ++c) {
      const std::string syllable = {static_cast<char>(0xE0 | (c >> 12)),
                                    static_cast<char>(0x80 | ((c >> 6) & 0x3F)),
                                    static_cast<char>(0x80 | (c & 0x3F))};
      if (is_family_name(syllable)) {
        sounds[syllable].push_back(loose_sound(romanise(syllable)));
      }
    }
    return sounds;
  }();
  const auto found = kSounds.find(family);
  return found == kSounds.end() ? std::span<const std::string>() : found->second;
}

}  // namespace memfold::models::extractor
