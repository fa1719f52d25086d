// The words by which forward.cc knows a forwarded mail: data, not code. All folded to lower case.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace memfold::ingest {

enum class BlockField : std::uint8_t { From, Date, Subject, To, Cc, Other };

struct FieldName {
  std::string_view name;
  BlockField field;
};

/// Names of headers as mailers translate them above a forwarded mail.
inline constexpr std::array<FieldName, 113> kFieldNames = {{
    {"from", BlockField::From},
    {"보낸 사람", BlockField::From},
    {"보낸사람", BlockField::From},
    {"보낸이", BlockField::From},
    {"발신", BlockField::From},
    {"발신자", BlockField::From},
    {"von", BlockField::From},
    {"de", BlockField::From},
    {"da", BlockField::From},
    {"fra", BlockField::From},
    {"från", BlockField::From},
    {"van", BlockField::From},
    {"od", BlockField::From},
    {"lähettäjä", BlockField::From},
    {"feladó", BlockField::From},
    {"de la", BlockField::From},
    {"от", BlockField::From},
    {"отправитель", BlockField::From},
    {"від", BlockField::From},
    {"від кого", BlockField::From},
    {"kimden", BlockField::From},
    {"gönderen", BlockField::From},
    {"saatja", BlockField::From},
    {"šalje", BlockField::From},
    {"nadawca", BlockField::From},
    {"mittente", BlockField::From},
    {"差出人", BlockField::From},
    {"送信元", BlockField::From},
    {"expeditorul", BlockField::From},
    {"发件人", BlockField::From},
    {"寄件者", BlockField::From},
    {"date", BlockField::Date},
    {"sent", BlockField::Date},
    {"보낸 날짜", BlockField::Date},
    {"보낸날짜", BlockField::Date},
    {"날짜", BlockField::Date},
    {"일시", BlockField::Date},
    {"발신일", BlockField::Date},
    {"보낸 시간", BlockField::Date},
    {"gesendet", BlockField::Date},
    {"datum", BlockField::Date},
    {"envoyé", BlockField::Date},
    {"enviado", BlockField::Date},
    {"enviado el", BlockField::Date},
    {"fecha", BlockField::Date},
    {"data", BlockField::Date},
    {"inviato", BlockField::Date},
    {"dato", BlockField::Date},
    {"dátum", BlockField::Date},
    {"dată", BlockField::Date},
    {"päivämäärä", BlockField::Date},
    {"päiväys", BlockField::Date},
    {"дата", BlockField::Date},
    {"tarih", BlockField::Date},
    {"kuupäev", BlockField::Date},
    {"日付", BlockField::Date},
    {"发送时间", BlockField::Date},
    {"日期", BlockField::Date},
    {"subject", BlockField::Subject},
    {"제목", BlockField::Subject},
    {"betreff", BlockField::Subject},
    {"objet", BlockField::Subject},
    {"sujet", BlockField::Subject},
    {"asunto", BlockField::Subject},
    {"assunto", BlockField::Subject},
    {"oggetto", BlockField::Subject},
    {"onderwerp", BlockField::Subject},
    {"emne", BlockField::Subject},
    {"ämne", BlockField::Subject},
    {"aihe", BlockField::Subject},
    {"temat", BlockField::Subject},
    {"předmět", BlockField::Subject},
    {"predmet", BlockField::Subject},
    {"tárgy", BlockField::Subject},
    {"subiect", BlockField::Subject},
    {"subiectul", BlockField::Subject},
    {"naslov", BlockField::Subject},
    {"тема", BlockField::Subject},
    {"konu", BlockField::Subject},
    {"件名", BlockField::Subject},
    {"主题", BlockField::Subject},
    {"主旨", BlockField::Subject},
    {"to", BlockField::To},
    {"받는 사람", BlockField::To},
    {"받는사람", BlockField::To},
    {"받는이", BlockField::To},
    {"수신", BlockField::To},
    {"수신자", BlockField::To},
    {"an", BlockField::To},
    {"à", BlockField::To},
    {"para", BlockField::To},
    {"aan", BlockField::To},
    {"til", BlockField::To},
    {"till", BlockField::To},
    {"komu", BlockField::To},
    {"do", BlockField::To},
    {"a", BlockField::To},
    {"кому", BlockField::To},
    {"kime", BlockField::To},
    {"宛先", BlockField::To},
    {"收件人", BlockField::To},
    {"cc", BlockField::Cc},
    {"참조", BlockField::Cc},
    {"kopie", BlockField::Cc},
    {"kopia", BlockField::Cc},
    {"копия", BlockField::Cc},
    {"抄送", BlockField::Cc},
    {"bcc", BlockField::Other},
    {"reply-to", BlockField::Other},
    {"importance", BlockField::Other},
    {"attachments", BlockField::Other},
    {"첨부", BlockField::Other},
    {"중요도", BlockField::Other},
}};

/// What the line above a forwarded mail says, somewhere in it.
inline constexpr std::array<std::string_view, 33> kForwardStems = {
    "forwarded",     "전달",           "weitergeleitet", "transféré",     "réexpédié",
    "reenviado",     "reencaminhada",  "encaminhada",    "inoltrato",     "doorgestuurd",
    "videresend",    "vidarebefordra", "välitetty",      "edelleenlähet", "přeposlan",
    "přeposílan",    "preposlan",      "przesłana",      "przekazywan",   "továbbított",
    "redirecționat", "proslijeđen",    "iletilen",       "ileti başlan",  "переслан",
    "пересыла",      "пересила",       "переадресован",  "перенаправлен", "転送",
    "转发",          "轉寄",           "μεταβιβ"};

/// Marks of forwarding at the start of a subject, before the colon.
inline constexpr std::array<std::string_view, 17> kForwardMarks = {
    "fwd", "fw", "전달",       "wg",     "tr",  "rv",  "enc",  "i",   "pd",
    "vb",  "vl", "videresend", "redir.", "ilt", "i̇lt", "转发", "轉寄"};

}  // namespace memfold::ingest
