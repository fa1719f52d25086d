// The phrases by which author_text.cc knows quotes, signatures and boilerplate: data, not code.
//
// Patterns are RE2, matched against one line (at most 600 bytes) without outer space. They avoid
// counted repetition, which makes automata large.
#pragma once

#include <array>
#include <string_view>

namespace memfold::ingest {

/// Lines that introduce a quotation, alone on a line or joined from up to four.
inline constexpr std::array<std::string_view, 9> kAttributions = {
    R"((?i)\b(?:wrote|writes|said|says|a écrit|schrieb|escribió|escreveu|ha scritto|schreef)\b.*:$)",
    R"((?i)^(?:quoting|citando|from:?)\s.+$)",
    R"(\d{4}.*[<(]\S+@\S+[>)]\s?:?$)",
    R"((?i)^on .+, .+ <\S+@\S+>$)",
    R"(^\* ?.+:$)",
    R"(\d{4}년 ?\d{1,2}월 ?\d{1,2}일.*(?:작성|썼습니다|썼어요|보낸 메일|님의 말)\s?:?$)",
    R"(^\d{4}[./-] ?\d{1,2}[./-] ?\d{1,2}.*(?:작성|썼습니다|님의 말|님이 씀)\s?:?$)",
    R"(님[이의께서]* ?(?:작성|작성한 메시지|쓴 글|보낸 메일|메시지|메일에서)\s?:?$)",
    R"(^\d{4}年\d{1,2}月\d{1,2}日.*[::]$)",
};

/// Lines behind which everything is someone else's.
inline constexpr std::array<std::string_view, 9> kOpeners = {
    R"((?i)^-{2,}\s*(?:original|forwarded|reply|begin forwarded|original appointment)\b.*-{2,}$)",
    R"(^-{2,}\s*(?:원본|전달된|원래|이전|회신|전달)[^-]*(?:메시지|메일|내용)?\s*-{2,}$)",
    R"((?i)^begin forwarded message:?$)",
    R"((?i)^-{3,}\s*(?:weitergeleitete|ursprüngliche|message d'origine|message transféré|mensaje).*-*$)",
    R"((?i)^(?:start of )?forwarded message(?: follows)?:?$)",
    R"(^(?:전달된 메시지|원본 메시지|전달된 메일)\s?:?$)",
    R"((?i)^-+ ?forwarded by .+-*$)",
    R"(^-{5,} [^-]+ -{5,} .*\S@\S)",
    R"((?i)^-* ?begin (?:forwarded|included) (?:text|message|mail) ?-*$)",
};

/// Names of the header block that mailers put before what they quote; two within four lines make
/// one, the first of them being a sender.
inline constexpr std::array<std::string_view, 8> kSenderNames = {
    "from:", "보낸 사람:", "보낸사람:", "보낸이:", "발신:", "von:", "de:", "差出人:"};
inline constexpr std::array<std::string_view, 22> kOtherNames = {
    "sent:",     "date:",  "to:",      "subject:",   "cc:",       "보낸 날짜:",
    "보낸날짜:", "날짜:",  "일시:",    "받는 사람:", "받는사람:", "받는이:",
    "수신:",     "참조:",  "제목:",    "gesendet:",  "an:",       "betreff:",
    "envoyé:",   "objet:", "enviado:", "件名:"};

/// Whole lines that close a mail; what follows is a signature if it is short.
inline constexpr std::array<std::string_view, 4> kClosings = {
    R"((?i)^(?:(?:with )?(?:(?:best|kind|warm|many|kindest|warmest) )*(?:regards|wishes|thanks)|regards|best|cheers|thanks(?: (?:again|a lot|so much|very much|in advance))?|thank you(?: (?:again|very much|so much|in advance))?|many thanks|thx|sincerely(?: yours)?|yours(?: (?:sincerely|truly|faithfully))?|respectfully|take care|all the best|br|rgds)(?: and (?:best )?regards)?\s?[,.!~]*$)",
    R"((?i)^(?:yours (?:in|ever|as always)\b.*|(?:with )?(?:love|gratitude|appreciation)(?: from)?|greetings|have a (?:nice|good|great) (?:day|weekend|evening|one)|talk soon|see you|ciao|hth)\s?[,.!~]*$)",
    R"(^(?:(?:그럼|항상|늘|미리|검토|확인)? ?(?:대단히|정말|매우)? ?(?:감사합니다|감사드립니다|고맙습니다|수고하세요|수고하십시오|안녕히 계세요|좋은 하루 (?:되세요|보내세요)|이만 줄입니다))\s?[,.!~^]*$)",
    R"(^.+\s(?:드림|올림|배상|拜上)\s?[.]?$)",
};

/// Lines of a footer a list appends.
inline constexpr std::array<std::string_view, 10> kFooterMarks = {
    R"((?i)to unsubscribe from this list)",
    R"((?i)\bmailing list\b.*$)",
    R"((?i)mailman/listinfo)",
    R"((?i)\bemail is sponsored by\b)",
    R"((?i)^you (?:have )?receiv(?:e|ed) this (?:message|e-?mail|mail) because\b)",
    R"((?i)^you are receiving this (?:message|e-?mail|mail) because\b)",
    R"((?i)^(?:to )?(?:unsubscribe|change your subscription)\b)",
    R"((?i)more majordomo info at)",
    R"((?i)to unsubscribe (?:from this group|send|e-?mail|visit))",
    R"(수신을? ?(?:거부|원치|원하지)|수신거부)",
};

/// Openings of a legal notice; it runs to the end of the mail when it stands near there.
inline constexpr std::array<std::string_view, 7> kDisclaimers = {
    R"((?i)^[*_\s]*(?:confidentiality|privacy|legal|privileged)\b.*\b(?:notice|note|disclaimer|statement)\b)",
    R"((?i)^[*_\s]*disclaimer\s?:?)",
    R"((?i)^[*_\s]*this (?:e-?mail|message|communication|transmission|electronic).*\b(?:confidential|intended|privileged))",
    R"((?i)^[*_\s]*the (?:information|content).*\b(?:e-?mail|message|transmission|communication)\b.*\b(?:confidential|intended|privileged))",
    R"((?i)^[*_\s]*if you (?:are not|have received).*\b(?:intended recipient|in error|by mistake))",
    R"(^[*_\s]*(?:본|이) ?(?:메일|이메일|전자우편|메시지)[은는에의].*(?:기밀|비밀|수신인|수신자|지정된|법적|보호))",
    R"(^[*_\s]*(?:본|이) ?(?:메일|이메일|전자우편)을? ?잘못 ?(?:수신|전송|받))",
};

/// Trailers of a commit message.
inline constexpr std::array<std::string_view, 4> kTrailers = {
    R"(^[A-Z][A-Za-z]+(?:-[A-Za-z]+)*-[Bb]y:\s.*)",
    R"(^(?:Cc|CC|To|Fixes|Link|Closes|Message-Id|Message-ID|Change-Id|base-commit|prerequisite-patch-id|Bugzilla|Lore):\s.*[@/0-9a-f].*)",
    R"(^base-commit: [0-9a-f]{12,64}$)",
    R"(^prerequisite-patch-id: [0-9a-f]{12,64}$)",
};

/// Lines of a diffstat or a git summary.
inline constexpr std::array<std::string_view, 4> kDiffstat = {
    R"(^\S.*\s+\|\s+(?:\d+ ?[+-]*|Bin .*|0)$)",
    R"(^\d+ files? changed(?:, \d+ insertions?\(\+\))?(?:, \d+ deletions?\(-\))?$)",
    R"(^(?:create|delete) mode \d{6} \S+$)",
    R"(^(?:rename|copy|rewrite|mode change) .+(?:\(\d+%\)|\d{6} \S+)$)",
};

}  // namespace memfold::ingest
