// Words of grammar, and phrases that only look like signs. The syntax is explained in lexicon.h.
#include <array>

#include "models/extractor/lexicon.h"

namespace memfold::models::extractor {
namespace {

constexpr auto kGrammarRows = std::to_array<LexiconRow>({
    {Sign::Bring, "bring, *지참, 가져오, 가져와, 챙겨 오, 챙겨오, 준비해 오"},
    {Sign::Machine,
     "flight, flights, boards, departs, parcel, delivery, delivered, invoice, statement, outage, "
     "downtime, maintenance, upgrade~, server, servers, site, website, api, library, branch, "
     "version, release, account, subscription, policy, price+, fee+, rent, service, "
     "항공, 항공편, 비행기, 출발, 배송, 배달, 택배, 점검, 서버, 장애, 단수, 정전, 서비스, 요금, "
     "계정, 청구, 결제, 배포, 시스템, 입고, 출고, 운영, 예매, 발송"},
    {Sign::Place,
     "office, offices, room, hall, onsite, on site, at mine, at ours, my place, our place, house, "
     "library, cafe, restaurant, pub, hotel, church, school, clinic, station, airport, centre, "
     "center, park, workshop, auditorium, building, "
     "*에서$, *에서는$, *앞$, 사무실, *사무소, *센터, *홀, 식당, 카페, 호텔, 강당, 회의실, 로비, "
     "*층, *역$, *공항, *학교"},
    {Sign::Negation,
     "not, never, no, cannot, can't, don't, doesn't, didn't, won't, isn't, aren't, wasn't, hasn't, "
     "haven't, yet to, undecided, 안$, 못$, *않, *없, 아직, 미정, *아니"},
    {Sign::QuestionWord,
     "what, why, how, who, which, whose, whom, does, do, did, is, are, was, were, has, have, can, "
     "could, should, would, will, shall, may, any, anyone, anybody"},
    {Sign::Finite,
     "is, are, was, were, be, been, am, has, have, had, do, does, did, will, would, shall, should, "
     "can, could, may, might, must, isn't, aren't, wasn't, weren't, hasn't, haven't, hadn't, "
     "don't, "
     "doesn't, didn't, won't, wouldn't, shouldn't, can't, cannot, couldn't, mustn't, needn't, "
     "i'm, i've, i'd, i'll, we're, we've, we'd, we'll, it's, it'll, that's, there's, you're, "
     "you've, "
     "you'll, you'd, they're, they've, they'll, he's, she's, he'll, she'll, what's, who's, here's, "
     "let's, let, gets, got, goes, went, gives, gave, makes, made, takes, took, comes, came, "
     "says, said, sees, saw, knows, knew, thinks, thought, finds, found, keeps, kept, shows, "
     "showed, "
     "means, meant, needs, need, wants, want, uses, use, used, works, work, runs, run, ran, looks, "
     "seems, appears, becomes, became, begins, began, starts, start, stops, stop, ends, "
     "returns, return, fails, fail, requires, require, allows, allow, contains, contain, "
     "supports, support, includes, include, causes, cause, depends, depend, describes, describe, "
     "specifies, specify, sets, reads, writes, wrote, opens, closes, calls, creates, create, "
     "adds, add, removes, remove, deletes, changes, change, moves, move, sends, send, receives, "
     "expires, expire, lapses, provides, provide, exists, exist, happens, occurs, occur, leads, "
     "holds, held, "
     "stands, falls, fell, grows, grew, rises, rose, loses, lost, wins, won, costs, cost, sells, "
     "sold, buys, bought, pays, paid, leaves, left, meets, met, meet, join, joins, "
     "lives, believes, believe, suggests, suggest, prefer, prefers, propose, proposes, "
     "expects, expect, tries, try, tried, builds, build, built, breaks, broke, hits, matches, "
     "applies, refers, denotes, implies, belongs, remains, remain, lacks, lack, yields, "
     "replaces, replace, ignores, ignore, assumes, handles, handle, prints, accepts, "
     "check, fix, update, review, submit, book, call, schedule, prepare, finish, complete, test, "
     "resend, rename, drop, split, clarify, document, mention, note, avoid, read, write, see, "
     "tell, "
     "ask, bring, confirm, consider, deploy, ship, install, reply, register"},
    {Sign::Reference,
     "this, that, these, those, it, it's, its, they, them, they're, their, he, she, him, her, his, "
     "such, same, both, former, latter, that's, there, here, so, then, however, also, but, "
     "therefore, thus, instead, otherwise, hence, yes, yeah, ok, above, below, "
     "이것, 그것, 저것, 이거, 그거, 저거, 이건, 그건, 저건, 이게, 그게, 해당, 위의, 위와, 아래, "
     "이를, 그를, 이는, "
     "그는, 그녀, 그래서, 그런데, 그리고, 하지만, 그러나, 따라서, 그럼, 그렇게, 이렇게, 그때, "
     "거기, 여기"},
    {Sign::Function,
     "a, an, the, and, or, nor, but, if, of, to, in, on, at, by, for, from, with, without, into, "
     "onto, over, under, about, as, than, then, so, up, out, off, down, not, no, yes, too, very, "
     "just, only, also, even, still, already, again, ever, never, always, often, sometimes, "
     "i, me, my, mine, you, your, yours, he, him, his, she, her, hers, we, us, our, ours, they, "
     "them, their, it, its, this, that, these, those, there, here, where, when, why, how, what, "
     "which, who, whom, whose, all, any, both, each, few, more, most, other, some, such, own, "
     "same, "
     "one, ones, another, is, are, was, were, be, been, being, am, has, have, had, having, do, "
     "does, "
     "did, doing, done, will, would, shall, should, can, could, may, might, must, isn't, aren't, "
     "wasn't, weren't, hasn't, haven't, don't, doesn't, didn't, won't, wouldn't, shouldn't, can't, "
     "cannot, couldn't, i'm, i've, i'd, i'll, we're, we've, we'd, we'll, it's, it'll, that's, "
     "there's, you're, you've, you'll, you'd, they're, they've, he's, she's, what's, who's, "
     "here's, "
     "let's, let, get, gets, got, please, pls, thanks, thank, well, ok, okay, really, quite, "
     "rather, "
     "much, many, lot, lots, bit, thing, things, something, anything, nothing, everything, way, "
     "because, since, while, although, though, however, therefore, thus, per, via, etc, e.g, i.e, "
     "hi, hello, hey, dear, maybe, perhaps, sure, see, like, know, think, go, going, come, want, "
     "re, fwd, pm, until, before, after, during, between, through, against, "
     "그, 이, 저, 것, 수, 등, 및, 더, 또, 잘, 좀, 또는, 그리고, 하지만, 그런데, 그래서, 제가, "
     "저는, 저희, 우리, "
     "있습니다, 합니다, 입니다, 됩니다, 네, 예, 아니요, 그럼, 혹시, 일단, 다시, 모두, 매우, 아주, "
     "조금, 많이, 바로"},
    {Sign::Past,
     "crashed, failed, broke, came, took, started, stopped, tried, visited, "
     "spoke to, measured, reported, lodged, filed, 합의했, 결정했, 의결했, 끝났, 마쳤, 입고된, "
     "접수하신, "
     "met, was, were, held, happened, took place, said, announced, went, saw, arrived, received, "
     "discussed, talked, spoke, 만났, 열렸, 있었, 다녀왔, *회의했, 말했, 발표했, 보냈, 받았, "
     "논의했"},
    {Sign::Moved,
     "move~, reschedule~, postpone~, push~, brought forward, bring forward, shift~, delay~, "
     "defer~, change~, "
     "slip~, put back, rearrange~, *옮기, *옮겨, *옮길, *연기, *변경, *미루, *미뤄, *미뤘, *앞당, "
     "*당겨, *당기, *늦추, *늦춰, *조정, *바꾸, *바꿔, *바뀌, *바뀐, *바뀝"},
    {Sign::Recurring,
     "every, each, weekly, daily, monthly, biweekly, fortnightly, mondays, tuesdays, wednesdays, "
     "thursdays, fridays, saturdays, sundays, weekdays, 매주, 매일, 매월, 매달, 격주, 정기"},
    {Sign::Neutral,
     "decided to check, decided to try, decided to look, decided to see, decided to take a look, "
     "decided to have a look, decided to ask, decided to write, decided to post, "
     "확인해 보기로, 확인해보기로, 살펴보기로, 찾아보기로, 물어보기로, "
     "*할 것으로, 되십시오, 반려동물, 반려견, 반려묘, 면접관, 잔금액, 제출하신, 지참한, 따로 "
     "갑니다, "
     "system call+, function call+, library call+, syscall+, call to, calls to, call the, a call "
     "to, the call to, "
     "procedure call, remote procedure, callback, "
     "call it, so called, so-called, call center, call centre, room for, no room, "
     "in agreement, decision tree, board room, chat room, by the way, due to, "
     "commit log, release notes, man page release, time zone, real time, run time, "
     "free software, free memory, free list, free store, meet the, meets the, meeting the needs, "
     "call stack, call graph, i was called, to make sure, would you rather, would you say, would "
     "you believe, "
     "please note that, please note, kindly note, kindly note that, please be advised, "
     "please be informed, kindly be informed, kindly be advised, be informed that, "
     "be advised that, if you please, if you can, customer service, service pack, web service, "
     "accept(, "
     "for sale, no longer, there is no, no one, "
     "시간당, 실시간, 시간대, 시간 복잡, "
     "결정적, 결정론, 진행자, 진행 방향, 회의적, 회의감, "
     "확정적, 의사결정"},
});

}  // namespace

std::span<const LexiconRow> grammar_rows() {
  return kGrammarRows;
}

}  // namespace memfold::models::extractor
