// Words in front of a colon in transcripts and minutes, Korean and English.
#pragma once

#include <array>
#include <string_view>

namespace memfold::ingest {

/// What is said of a meeting above its transcript; lower case.
enum class HeadField : std::uint8_t { Title, Start, People };
struct HeadWord {
  std::string_view word;
  HeadField field;
};
inline constexpr auto kHeadWords =
    std::to_array<HeadWord>({{"회의명", HeadField::Title},        {"회의 제목", HeadField::Title},
                             {"제목", HeadField::Title},          {"주제", HeadField::Title},
                             {"title", HeadField::Title},         {"meeting", HeadField::Title},
                             {"subject", HeadField::Title},       {"topic", HeadField::Title},
                             {"일시", HeadField::Start},          {"회의 일시", HeadField::Start},
                             {"날짜", HeadField::Start},          {"date", HeadField::Start},
                             {"when", HeadField::Start},          {"started", HeadField::Start},
                             {"start", HeadField::Start},         {"참석자", HeadField::People},
                             {"참석", HeadField::People},         {"참가자", HeadField::People},
                             {"participants", HeadField::People}, {"attendees", HeadField::People},
                             {"present", HeadField::People}});

/// Nobody's name: what follows is a heading's or a field's; lower case, without spaces.
inline constexpr auto kNoSpeakers = std::to_array<std::string_view>(
    {"결정",       "결정사항",    "결론",      "안건",       "논의",       "논의사항",
     "논의내용",   "회의내용",    "할일",      "액션아이템", "조치사항",   "후속조치",
     "일정",       "장소",        "비고",      "참고",       "주의",       "메모",
     "요약",       "배경",        "목적",      "목표",       "현황",       "이슈",
     "문제",       "원인",        "대책",      "예산",       "담당",       "담당자",
     "기한",       "마감",        "다음회의",  "공지",       "질문",       "답변",
     "추가",       "정리",        "합계",      "금액",       "단가",       "수량",
     "회의명",     "회의제목",    "제목",      "주제",       "일시",       "회의일시",
     "날짜",       "시간",        "참석자",    "참석",       "참가자",     "note",
     "notes",      "decision",    "decisions", "decided",    "action",     "actions",
     "actionitem", "actionitems", "todo",      "todos",      "agenda",     "summary",
     "nextsteps",  "next",        "question",  "answer",     "q",          "a",
     "re",         "fwd",         "update",    "updates",    "deadline",   "budget",
     "location",   "where",       "when",      "what",       "why",        "who",
     "owner",      "status",      "goal",      "goals",      "background", "issue",
     "issues",     "risk",        "risks",     "blockers",   "blocker",    "http",
     "https",      "title",       "meeting",   "subject",    "topic",      "date",
     "time",       "started",     "start",     "end",        "attendees",  "participants",
     "present",    "transcript",  "ps",        "p.s.",       "warning",    "error",
     "fyi",        "tbd",         "outcome",   "outcomes",   "price",      "total",
     "cost",       "due",         "example",   "important",  "reminder",   "version"});

/// Behind a Korean name.
inline constexpr auto kTitles = std::to_array<std::string_view>(
    {"님",     "씨",     "팀장", "과장", "대리", "부장",   "차장", "사원",   "이사",
     "대표",   "매니저", "실장", "주임", "선임", "책임",   "수석", "본부장", "센터장",
     "원장",   "교수",   "박사", "선생", "기자", "연구원", "PM",   "프로",   "파트장",
     "그룹장", "소장",   "상무", "전무", "사장", "의장"});
/// Of 98 in 100 Koreans.
inline constexpr auto kSurnames = std::to_array<std::string_view>(
    {"김", "이", "박", "최", "정", "강", "조", "윤", "장", "임", "한", "오", "서", "신",
     "권", "황", "안", "송", "류", "전", "홍", "고", "문", "양", "손", "배", "백", "허",
     "유", "남", "심", "노", "하", "곽", "성", "차", "주", "우", "구", "민", "나", "진",
     "지", "엄", "채", "원", "천", "방", "공", "현", "함", "변", "염", "여", "추", "도",
     "소", "석", "선", "설", "마", "길", "연", "위", "표", "명", "기", "반", "왕", "금",
     "옥", "육", "인", "맹", "제", "모", "탁", "국", "어", "은"});
/// In small letters within names.
inline constexpr auto kNameParticles =
    std::to_array<std::string_view>({"de", "da", "van", "von", "der", "den", "la", "bin", "al"});

}  // namespace memfold::ingest
