// The extractor's word lists. The syntax is explained in lexicon.h.
#include <array>

#include "models/extractor/lexicon.h"

namespace memfold::models::extractor {
namespace {

constexpr auto kRows = std::to_array<LexiconRow>({
    {Sign::Task,
     "please, pls, plz, kindly, could you, would you, can you, will you, could we get, "
     "need you to, needs you to, want you to, like you to, ask you to, asking you to, "
     "your task, at once, go ahead and, todo, to-do, to do:, "
     "action item+, action required, action needed, action point+, next step+, "
     "make sure, be sure to, don't forget, do not forget, remember to, remind me, would you mind, "
     "would appreciate it if, i'd appreciate it if, asap, needs to be done, must be done, "
     "has to be done, must submit, must be submitted, should be submitted, is requested, "
     "are requested, we request, i request, requesting, to be completed by, "
     "could someone, would someone, could we have, "
     "would also ask you, would ask you, i ask that, we ask that, we ask you, "
     "you are required to, you're required to, "
     "everyone must, everyone should, everyone needs to, all users should, all users must, "
     "all staff must, all staff should, should upgrade, must upgrade, i'd be grateful if, "
     "i would be grateful if, we'd appreciate it if, it would be great if you, "
     "would be great if you, we still need, i still need, we need your, i need your, waiting for "
     "your, awaiting your, "
     "waiting on your, i'd like you to, i'd like the, i'd like your, i would like you to, let me "
     "have, get back to me, send me, send us, let me know whether, let me "
     "know which, "
     "let us know whether, let us know which, we require, kindly rsvp, rsvp by"},
    {Sign::Task,
     "*해주세요, *해 주세요, *주세요, *주십시오, *주시기 바랍니다, *주시길, *주시면, *부탁드립, "
     "*부탁드려, "
     "*부탁드리, *부탁합, *부탁해, 부탁 드립, 부탁 드려, 부탁$, *요청드립, *요청드려, *요청드리, "
     "*요청합, *요청해, "
     "*요청 드립, *요청 바랍, *하시기 바랍, *바랍니다, *해줘, *해 줘, *해주실, *해 주실, *해야 "
     "합니다, *해야 함, "
     "*해야 해, *해야 한다, *하셔야, *하십시오, *제출하세요, *확인하세요, *등록하세요, "
     "*신청하세요, *작성하세요, *주시겠어, *주시겠습니까, *부탁 좀, *부탁할게, *부탁해요, *바라겠, "
     "*바래요, *제출할 것, *확인할 것, *참고할 것, *지참, 필참, 엄수, *해 놔, *해놔, "
     "*알려 줘, *전화 줘, *연락 줘, *보내 줘, *잊지 마, *잊지 말, "
     "*주셨으면, *주시는 대로, *해 주기, 보세요$, *내세요$, *오세요$, *가세요$, *주시고, *셔야, "
     "*야 합니다, "
     "*야 해요, *야 해$, *야 한다, *야 함, "
     "*야 "
     "돼, *야 됩니다, *야 하며, *아 주실 수, *어 주실 수, *줘라, *오너라, *가거라, *해라, *주렴, "
     "*다오, "
     "*줄래, *줄 수, *주실래, *주길, *시길 바라, *해주길, *해 두시, *시기 바라, 할 일$, 할 일은, "
     "할 일이, 할일$, 해야 할 "
     "일, 액션 아이템, 액션아이템, *요망, "
     "*어라$, *아라$, *여라$, *와라$, *주십사, *부탁드릴, 챙겨 와$, 가져와$, *려라$, *둬라$, "
     "*써라$, *내라$, *쳐라$, *봐라$, *주문합니다, "
     "*발주합니다, *십시오, *주라$, *하시는 게 좋, *하시는 게 안전, *하시는 것이 좋, "
     "제출해, 제출하, 제출 바랍, 제출 부탁, 제출 요망, *바람$, 담당자 지정, *회신 바랍, *회신 주"},
    {Sign::TaskWeak,
     "you need to, you should, you must, you have to, you will need to, you'll need to, due, "
     "deadline+, submit~, submission+, registration, 제출, 접수, "
     "신청, 마감, 기한, "
     "요청$"},
    {Sign::Decision,
     "decide~, decision+, agreed, we agree, approve~, approval+, confirmed, i confirm, we confirm, "
     "confirming that, confirms that, "
     "signed off, sign off, signing off on, "
     "sign-off, settle~ on, finalise~, finalize~, conclude~, resolved to, resolved that, "
     "we'll go with, we will go with, going with, go ahead with, went with, opted for, opt for, "
     "chose to, we chose, was accepted, been accepted, rejected, vetoed, ruled out, "
     "adopted, ratified, greenlit, "
     "green light, final call, consensus, it was settled, let's go with, rolled back, nacked, "
     "awarded to, was awarded, has been approved, postponed, put on hold, called off, vote~ to, "
     "turned down, declined, has chosen, have chosen, go-ahead, unanimously, motion "
     "passed, "
     "overruled, pleased to offer, accepted the offer, accepted your, will not proceed, won't "
     "proceed, "
     "decided against, got the job, got the contract, won the contract, renewed the contract, "
     "voted, elected, appointed, has been fixed for, have been fixed for, is fixed for, were "
     "exchanged, been selected, "
     "was selected, were selected, been hired, made the decision, our decision, we've chosen, "
     "we have chosen, ruled that, has ruled, "
     "settled on, picked, given the go-ahead, given the nod, scrapped, shelved, sticking with, "
     "switching to, set at, capped at, to acquire, will acquire, has acquired, will be "
     "discontinued, "
     "we are dropping, we're dropping, an agreement to, signed an agreement, carried, accepted "
     "our, accepted the, has come through, have come through, agree to, "
     "signed the, has been signed, was signed, have signed"},
    {Sign::Decision,
     "결정, *결정했, *결정됐, *결정되, *결정하, *결정합, *결정함, *결정됨, *결정입, *결정$, 확정, "
     "*확정됐, *확정되, "
     "*확정했, *확정합, *확정함, *확정입, *확정$, 합의, *합의했, *합의됐, *합의되, *합의함, 승인, "
     "*승인됐, *승인되, "
     "*승인했, *승인합, *승인함, *승인$, 채택, 의결, 반려, 부결, 결재 완료, *하기로 했, *하기로 "
     "함, *하기로 하, "
     "*하기로 결정, *기로 했, *기로 함, *기로 합의, *보류하, *보류됐, *보류되, *보류합, *보류함, "
     "*가결, *낙찰, *철회, *수락, *동의했, *의견을 모았, *최종 결정, *승낙, 정했, 정하였, *로 "
     "정했, "
     "정해졌, 정해진, *합격, *불합격, *선정되, *선정됐, *선정하, "
     "*선출, *임명, "
     "*발령, *의결했, *의결하, *의결되, *미루겠, *미루기로, *연기하, *연기되, *연기됐, *연기합, "
     "*취소하기로, "
     "*동의하셨, *동의하였, *동의함, *판정, *로 선임, *선임했, *선임되, *선임하, fix되, fix됐, "
     "fix했, *체결, *기로 합니다, *기로 "
     "하였, *기로 정"},
    {Sign::Meeting,
     "meeting+, meetup+, standup+, stand-up, appointment+, conference call, phone call, video "
     "call, "
     "zoom, webex, google meet, teams call, conf call, quick call, our call, weekly call, call "
     "with, "
     "have a call, had a call, on a call, schedule a call, set up a call, get on a call, kickoff, "
     "kick-off, workshop+, webinar+, "
     "invite you to, invited to, invitation+, calendar invite, meeting invite, rsvp, "
     "conference room, meeting room, let's meet, we meet, meet with, meet at, meet on, meet up, "
     "met with, see you at, see you on, see you tomorrow, interview+, seminar+, retrospective+, "
     "all-hands, offsite, board meeting, telco, telecon, catch up on, get together, "
     "please join us, join us for, join us on, join us at, please come to, come to our, "
     "you are invited, you're invited, invite you, save the date, "
     "weekly sync, daily sync, sync on, sync-up, sync call, team sync, lunch with, dinner with, "
     "reschedule~, agenda"},
    {Sign::Decision,
     "만장일치, 통과됐, 통과되, *로 확정, *로 결론, 결론 내, 결론을 내, 폐지하, 폐지됩, 인수하, "
     "합병, "
     "*유지하기로, *기로 뜻을, *로 가기로, *기로 의견, *미뤘, *미루었, *골랐, *택했, *낙점, "
     "결재했, 결재하셨, 결재하였, 결재됐, 결재되었, 모시지 못, 함께하지 못, 것으로 정리, 것으로 "
     "갑니다, 걸로 갑니다, *안으로 갑니다, 걸로 할, "
     "걸로 하겠, 걸로 했, 걸로 하, 것으로 하겠, 것으로 했, 것으로 정, 것으로 합니다, *서명했, "
     "*서명하였, *날인했, *날인하였, *협의됐, *협의되, *협의했, *책정하기로"},
    {Sign::MeetingWeak,
     "이야기 나누, 얘기 나누, 이야기를 나누, *러 옵, *러 오십, *러 오시, 들를, 들르, 들러, "
     "*모시러, *데리러, 태우러, 찾아뵙, 찾아뵐, 마중, *전화드, *통화, come "
     "round, come over, drop by, pop in, stop by, pick you up, kicks off, "
     "kick off, reservation, "
     "booked for, booked, inspection, engineer will, technician, guided, symposium, summit, fair, "
     "festival, "
     "gala, memorial, wake, burial, vigil, hike, ride, trip, get in to, arrive~, we'll meet, put "
     "up, "
     "발인, 조문, 빈소, 장례, 영결식, 예식, 결혼식, 결혼해, 돌잔치, 칠순, 팔순, 생신, 제사, 차례, "
     "성묘, "
     "상견례, 집들이, 소풍, 체험학습, 견학, 답사, 방문, 진료, 검진, 수술, 접종, 면회, 시사회, "
     "개막, 개회, "
     "시연, 리허설, 녹화, 녹음, 산행, 등산, 출국, 귀국, 도착해, 모이, 모입, *뵙, 봬, 직거래, "
     "계약서 작성, "
     "잔금, 입주, 날인식, *결혼식, *수여식, *입학식, *졸업식, *개소식, *착공식"},
    {Sign::Meeting,
     "회의가, 회의는, 회의를, 회의에, 회의$, 회의입, 회의로, 회의실, 회의록, 회의와, 회의도, "
     "회의까, 회의예, "
     "회의때, 회의 때, 회의하, 회의합, 회의할, 회의후, *회의$, *회의가, *회의는, *회의를, *회의에, "
     "*회의입, *회의실, "
     "*회의로, *미팅, *면담, *간담회, *워크숍, *워크샵, *세미나, *발표회, *설명회, *킥오프, "
     "*화상통화, *컨퍼런스콜, "
     "*면접, *점심 약속, *저녁 약속, 약속, *뵙겠, *뵐게, *만나, *만날, *뵐 수, *참석, *회동, "
     "*초대"},
    {Sign::MeetingWeak,
     "call+, schedule+, scheduled, scheduling, invite+, room+, venue, meet, location:, where:, "
     "when:, "
     "see you, attend~, let's move, let's do, let's say, can we do, shall we, how about, same "
     "time, moved to, shifted to, check-up, consultation, slot, parents' evening, open evening, "
     "matinee, "
     "doors open, train, ferry, "
     "depart, christening, baptism, birthday, sleepover, playdate, booked you in, pencilled in, "
     "agm, "
     "dentist, doctor, doctor's, vet, optician, haircut, inspect~, plumber, electrician, adjuster, "
     "onsite, "
     "on site, choir, first day, take place, takes place, coffee, catch up, "
     "office hours, briefing, townhall, town hall, standup, vernissage, race, practice, "
     "rehearsal+, wedding, party, concert+, ceremony, visit, visits, visiting, "
     "retro, retros, service, dinner, lunch, breakfast, brunch, picnic, barbecue, reunion, "
     "funeral, "
     "flight, flights, arrival, departure, check-in, departs, lands, class, classes, "
     "lesson+, lecture+, training, course, hearing, exam+, viewing, tour, match, game, tournament, "
     "gathering, reception, celebrate~, celebration, conference, exhibition, open day, open house, "
     "demo, drinks, hosting, host~, booked in, table for, pick-up, handover, sitting, "
     "site visit, graduation, recital, performance, screening, session+, catch-up, clinic, "
     "*티타임, *번개, *스터디, *정모, *브리핑, *미사, *예배, *콘서트, *관람, *탑승, *체크인, "
     "*입실, *퇴실, *픽업, *반상회, "
     "*학부모, *공청회, *컨퍼런스, *만나요, *만납시다, *봅시다, *보시죠, *뵙고, *오찬, *만찬, "
     "*기념식, *시상식, *창립, *수련회, *캠프, "
     "*벼룩시장, *바자회, *촬영, *투어, *라운딩, 모임, *모임이, *모임은, *모임을, *모임$, *회식, "
     "*송년회, *신년회, *결혼식, *예식, *연주회, "
     "*공연, *행사, "
     "*체험학습, *웨비나, *강연, *특강, *교육이, *교육은, *교육을, *수업, *총회, *포럼, *학회, "
     "*개최, *열립니다, "
     "*열려요, *열린다, *열릴, *방문, *보자, *봐$, *봬요, *뵈, *진료, *예약, *집들이, *돌잔치, "
     "*식사, "
     "*점심, *저녁을, *출발, *상견례, *설명회, *발표, *리허설, *연수, *답사, *소풍, "
     "*운동회, *졸업식, "
     "*입학식, *축제, *전시, *대회, *경기, *시험, *통화, *콜$, *줌$, *동창회, *야유회, *체육대회, "
     "*오리엔테이션, "
     "*시사회, *면담, *상담, *검진, *접속, 모이, *모입니다, *모여요, *모여, "
     "일정, 시간, 장소, 일시, 일정을, *일정$, *일정이, *일정은"},
    {Sign::Project,
     "in progress, in review, under review, is pending, resolved, is closed, being handled, "
     "milestone+, release+, released, releasing, deploy~, deployment+, "
     "ship~, shipped, roll~ out, rollout, rolled out, launch~, go live, goes live, went live, "
     "going live, build failed, tests failed, failed at, pipeline, dispatched, completed, "
     "finished, is done, are done, is complete, is ready, now available, "
     "merged, has been merged, committed, pushed, applied, landed, blocked by, blocker+, on track, "
     "behind schedule, ahead of schedule, sprint+, roadmap, backlog, beta, release candidate, "
     "status update, progress report, migrated, is fixed, has been fixed, was fixed, "
     "i've fixed, i fixed, we fixed, fixed in, implemented, upgraded, "
     "deprecated, code freeze, feature freeze, milestone, project plan, work on the, working on, "
     "development of, faster than, is faster, % faster, no longer supported, now "
     "supports, "
     "has been removed, was lodged, been lodged, was filed, been filed, up and running, "
     "in production, rolled back, have started, has started, "
     "went out, has shipped, is underway, is under way, in testing, in staging, passed qa, handed "
     "over, nearly done, halfway, per cent complete, % complete, is live, wrapped up, closed out"},
    {Sign::Project,
     "installed, restored, rebuilt, refactored, ported, patched, cut over, handed off, onboarded, "
     "kicked off, in beta, now works, working again, back online, back up again, restarted, "
     "recovered, "
     "provisioned, configured, published, on schedule, half done, first draft is, draft is ready, "
     "prototype, proof of concept, pilot, trial run, stage two, second stage, shortlisted, root "
     "cause, "
     "slipped, gone to, has gone, going gold, hotfix, regression, build is, tests pass, all green, "
     "we have finished, is nearly, "
     "will be available, is available in, is scheduled for release"},
    {Sign::Project,
     "버전부터, 판부터, *에 들어갔, 단계에서, *어 두었, *어 뒀, *어 놓았, *재현했, *통일했, "
     "복구했, 복구 완료, *복구하였, 재가동, 가동, 정상화, 공사, 시제품, 시범, 파일럿, 베타, 통관, "
     "선적, "
     "납품했, 입고됐, 입고되, *입고 완료, 출고했, 완성했, 완성되, 완성됐, 완공, 연동했, 반영함, "
     "반영됨, "
     "초안을 완성, 번역률, 진도, 공정, 병합했, 지연되고, 차질, 순조, 일정대로, 교체 완료, *확인됨, "
     "*조치함, "
     "*조치 완료, *조치했, *보완했, *낼 계획, *낼 예정, *공개합, *공개했, *공개할"},
    {Sign::Project,
     "진행, *진행중, *진행 중, *진행하, *진행됩, *진행합, *완료, 마일스톤, 릴리즈, 릴리스, "
     "*릴리즈, *릴리스, *배포, "
     "출시, *출시, 착수, *착수, 런칭, 론칭, 개발 중, 개발중, 구축, 반영했, 반영 완료, 적용했, 적용 "
     "완료, 오픈 예정, "
     "스프린트, 로드맵, 백로그, 공정률, 진척, 납품, 프로젝트, 마이그레이션, 이관, *처리중, 처리 "
     "중, *처리됐, *처리되었, *검토중, *검토 중, 해결되, 해결됐, 해결했, 접수합, "
     "접수되, 접수했, 테스트 중, 검수, 빌드 실패, *실패했습니다, *상신, 출간, 발간, *고친다, "
     "*올렸습니다, *마쳤, *마무리, *끝냈, *고쳤, *옮겼, *구현, *추가했, "
     "*제거했, "
     "*개선, *교체했, *설치했, *전환했, *적용했, *만들어 두, *만들었, *통과, *달성, "
     "*착공, *준공, "
     "*도입했, *나눕니다, *수정했, *머지, *테스트했, *업그레이드했, "
     "*업데이트했, *바꿨"},
    {Sign::TaskHeading,
     "action+, action item+, to do, todo, to-do, todos, next steps, tasks, follow-ups, homework, "
     "할 일, 할일, 액션, 조치 사항, 조치사항, 후속 조치, 요청 사항, 요청사항, 숙제, 과제"},
    {Sign::DecisionHeading,
     "decision+, agreed, decided, resolution+, resolved, outcomes, 결정, 합의, 의결, 확정, 결론"},
    {Sign::ProjectHeading,
     "progress, status, done, completed, highlights, changes, shipped, fixed, "
     "진행, 현황, 완료, 변경, 개선, 업데이트, 경과, 실적"},
    {Sign::Promise,
     "i'll, i will, we'll, we will, let me send, you'll have, you will have, you'll get, "
     "*겠습니다, *겠어요, *할게, *줄게, *드릴게, "
     "*올릴게, "
     "*보낼게, *할 예정, *드릴 예정, *하려고 합"},
    {Sign::Offer,
     "*까지만, 수 있는 기한, 수 있는 기간, 수 있는 날, *조건입, *조건이, 휴무, 휴관, 휴업, "
     "*쉽니다, "
     "*쉬어요, 문을 닫, 비워요, 비웁니다, 머물, 머뭅, *유지하, *유지합, *유지됩, *보류하, *하시면, "
     "*시면, you can, you may, can be, may be, valid, honored, honoured, available, open, "
     "opens, offer, "
     "offered, accepted, runs, will be processed, will be delivered, will be shipped, is "
     "processed, "
     "*처리됩니다, *발송됩니다, *환불됩니다, *취소됩니다, *확정됩니다, *소멸됩니다, *배송됩니다, "
     "applies, apply to, will be charged, will be refunded, will receive, will be paid, remains, "
     "수 있습니다, 수 있어, 수 있음, 적용, *적용, 받습니다, 받아요, 지급됩니다, 지급되, 유효, "
     "가능, *가능, 운영, "
     "제공, 경우에만, 경우에 한해, 지급 예정, 접수합니다, 접수받"},
    {Sign::Trait,
     "allergic, allergy, allergies, vegetarian, vegan, gluten, lactose, diabetic, pregnant, "
     "engaged, "
     "married, divorced, retired, retires, promoted, new job, moved to, moving to, moves to, "
     "birthday, born, prefer, prefers, favourite, favorite, don't eat, doesn't eat, can't eat, "
     "don't drink, doesn't drink, off sick, on leave, on holiday, maternity, surgery, operation, "
     "hospital, is broken, been broken, is down, broke down, out of order, lives in, works for, "
     "works at, studies, "
     "*알레르기, *채식, 임신, 출산, 이사했, 이사를, 이사 갔, *결혼, 취직, 이직, 입사, 퇴사, 전학, "
     "졸업, 생일, 선호, "
     "못 먹, 안 먹, 좋아하, 좋아해, 싫어하, 싫어해, 입원, 퇴원, 수술, 휴직, 복직, 승진, 고장, "
     "깨져, 휴가"},
    {Sign::Field,
     "reference, ref, tracking, booking no, booking number, booking reference, booking, order, "
     "order no, order number, confirmation, confirmation number, account, iban, phone, tel, "
     "telephone, address, venue, location, where, when, dress, dress code, keynote, speaker+, "
     "fee, price, total, amount, rate, rent, deposit, contact, code, password, wifi, serial, "
     "submission, registration, notification, arrival, departure, invoice, license, "
     "gate, seat, s, environment, "
     "계좌, 장소, 일시, 시간, 준비물, 참가비, 회비, 금액, 연락처, 주소, 링크, 결제, 번호, "
     "예약번호, 주문번호, "
     "접수번호, 송장번호, 운송장, 담당, 담당자, 강사, 연사, 대상, 인원, 기간, 비용, 총액, 합계, "
     "단가, 수량, 납기, "
     "보증금, 월세, 입금, 출금액, 거래일시, 환율, 준비, 신청, 문의처, 납부, 예금주, 비밀번호, "
     "거래, 복장, *금액, "
     "*계좌, *번호, *일시, *장소, *비용, *기간, *수단, *일자, *통보, *통지, *발표"},
    {Sign::Obliged, "must, have to, has to, need to, needs to, needed, required, should"},
    {Sign::Commitment,
     "i'll, i will, we'll, we will, i'm going to, we're going to, i am going to, we are going to, "
     "i plan to, we plan to, i intend to, i promise, let me send, will send, will be sent, "
     "will update, will follow up, planned for, is planned, are planned, scheduled for, "
     "is scheduled, "
     "*하겠습니다, *드리겠습니다, *할게요, *할게$, *드릴게, *할 예정, *예정입, *예정이, *예정$, "
     "*예정임, "
     "*할 계획, "
     "*계획입, *계획이, *할 것입, *할 겁니다, *보내겠, *공유하겠, *하려고 합"},
    {Sign::Action,
     "send~, sent, review~, submit~, fix~, prepare~, check~, reply~, respond~, sign~, pay~, "
     "complete~, finish~, book~, provide~, share~, update~, resend~, schedule~, order~, "
     "test~, verify~, investigate~, write up, document~, register~, install~, "
     "deliver~, return the, "
     "commit~, switch~ off, switch~ on, write~, ask~, report~, contact~, chase~, collect~, "
     "remove~, "
     "replace~, add~, set~ up, look into, find out, take care of, handle~, clean~, bring, tidy~, "
     "merge~, "
     "publish~, post~, transfer~, refund~, cancel~, confirm~, move~, get~ you, get the, make, "
     "build~, "
     "circulate~, upload~, draft~, forward~, pass on, get back to, call you, email you, arrange~, "
     "발송, 반송, 송부, 올리, 알려, 연락, 문의, 정리, 조사, "
     "보내, 검토, 제출, 확인, 회신, 공유, 작성, 준비, 전달, 수정, 처리, 결제, 입금, 등록, 점검, "
     "보고, 업데이트, 예약"},
    {Sign::Deadline,
     "by, due, before, deadline+, no later than, not later than, due date, closing date, at the "
     "latest, "
     "expire~, expiry, "
     "까지, *까지, 마감, *마감, 기한, *기한, 이내, *이내, 내로, *전까지"},
    {Sign::Until, "until, till, through, valid until"},
    {Sign::Status,
     "applied, merged, pushed, queued, committed, fixed, done, lgtm, acked, nacked, approved, "
     "rejected, "
     "looks good to me, looks good, patch applied, "
     "series applied, accepted, resolved, closed, "
     "ack, nack, go ahead, "
     "적용했, 반영했, 반영 완료, 적용 완료, 처리 완료, 처리했, 완료했, 완료하였, 완료되었, *완료$, "
     "승인합, 승인했, "
     "승인$, 반려합, 반영되었"},
    {Sign::Hedge,
     "i think, i guess, i suppose, maybe, perhaps, probably, i wonder, i believe, imho, imo, "
     "not sure, i'm not sure, i don't know, might be, seems, seem to, i feel, i hope, hopefully, "
     "i assume, presumably, sort of, kind of, "
     "*것 같, *할 것 같, *듯합, *듯해, 아마, 글쎄, *모르겠"},
    {Sign::Greeting,
     "hi, hello, hey, dear, good morning, good afternoon, good evening, greetings, hiya, howdy, "
     "안녕하세요, 안녕하십니까, 안녕, 좋은 아침"},
    {Sign::Thanks,
     "thanks, thank you, thx, many thanks, much appreciated, cheers, thankyou, "
     "감사합, 감사드, 감사해, 감사하, 고맙습니다, 고마워"},
    {Sign::Closing,
     "safe travels, best regards, kind regards, regards, best wishes, sincerely, yours, cheers, "
     "all the best, "
     "warm regards, take care, have a nice, have a good, have a great, see you soon, looking "
     "forward, "
     "talk to you soon, "
     "새해 복, 수고하세요, 수고하십시오, 수고 많으, 좋은 하루, 즐거운, 건강하세요, 행복한, 편안한, "
     "*올림$, "
     "*드림$, 배상$, *하루 보내, *주말 보내, *저녁 보내, *연말 보내, *명절 보내, *휴가 보내, *연휴 "
     "보내, *추석 보내, "
     "*시간 보내, 명복을, 건강 조심, 몸조리, 안녕히, 조심히, 웃는 얼굴로, 힘내, 밝은 얼굴로, "
     "조심해서, "
     "오래오래, "
     "행복해, 건강히, 건강에 유의, 건강 유의, 건강 잘, 그날 봬, 그날 뵙, 그날 만나, 그때 봬, 그때 "
     "뵙, 그때 만나, 안부 전해"},
    {Sign::Chatter,
     "we would have, i would have, would've, if we'd, if i'd, if only, we'd still be, in ages, "
     "out of the office, out of office, limited access, could not stop, couldn't stop, plus one, "
     "*보답하, 얼굴로, 얼굴 보, 얼굴 한번, 뵈러 갈, *모시겠, 기다리겠, "
     "맛있게, 계절이, 계절입, 단풍이, "
     "서리가, 코끝, 잘 봤, 검토 의견 드립, 송구, 심려, 부재중, 안부, 밥 한번, 밥 한 번, 언제 한번, "
     "큰 힘을, "
     "lol, haha, hahaha, hmm, oops, wow, sorry, apologies, apologise~, apologize~, hope you, "
     "hope this helps, hope that helps, hope this finds, hope all is, how are you, no problem, "
     "no worries, never mind, nevermind, my bad, fair enough, good point, good idea, sounds good, "
     "makes sense, of course, you're welcome, congratulations, congrats, happy birthday, "
     "just my two, my 2 cents, my two cents, for what it's worth, well said, good luck, "
     "good question, good catch, nice catch, nice work, good work, great work, nice to, "
     "welcome to the list, pardon me, it's me, here goes, here we go, see above, see below, "
     "as above, ditto, indeed, i see, i understand, i agree with you, you're right, you are right, "
     "that's right, i was wrong, got it, will do, okay, good to see, lovely time, great time, had "
     "a lovely, had a great, well done, lovely to, great to, "
     "great speaking, great seeing, good to hear, really enjoyed, it was a pleasure, a pleasure "
     "to, "
     "hardly wait, can't wait, looking forward, look forward, so excited, excited about, "
     "how did we, your feedback, how likely, we appreciate your, we value, happy to help, "
     "thinking of you, take it easy, say hi, give my love, long time no, glad to hear, so sorry, "
     "sounds great, brilliant, keep you posted, talk soon, speak soon, keep in touch, how's, "
     "enjoyed your, what a, thrilled, delighted to, miss you, love you, fingers crossed, here's "
     "to, "
     "반가웠, 어떻게 지내, 그립, 힘내, 재밌었, 즐거웠, 맛있었, 부럽, 대박, 설레, 기대됩, 기대하겠, "
     "기대돼, 신나, 좋았어, 좋았습니다, 기쁩니다, 기뻐, 다시 연락, 관련하여 연락, 관련해서 연락, "
     "건으로 연락, 아시다시피, 열심히, 생각해 봤, 생각해 보, 기대합니다, 기다려 주, 정신이 없, "
     "덕분에, 챙겨 먹, 사랑해, 사랑한다, 응원, 보고 싶, 감기 조심, 늦었습니다, "
     "늦어서, 늦어져, "
     "웃겨, "
     "ㅋㅋ, ㅎㅎ, ㅠㅠ, *ㅋㅋ, *ㅎㅎ, 죄송, 수고, 고생, 반갑습, 축하, 잘 지내, 오랜만, 별일, 넵, "
     "네$, 네네, 알겠습니다, "
     "그렇군요, 잘 받았, 화이팅, 파이팅"},
    {Sign::Announce,
     "*안내해 드립, *보고드립, *보고 드립, *정리합니다, *드리고자, *업데이트 드립, *진행하오니, "
     "as follows, here are, here is, here's, below is, below are, the following, "
     "다음과 같이, 아래와 같이, 다음과 같습니다, 아래와 같습니다, 공유합니다, *공유드립, 공유드려, "
     "공유 드립, "
     "*안내드립, 안내 드립, 알려드립, 알려 드립, *전달드립, 전달 드립, *송부드립, 보내드립니다, "
     "안내드려"},
});

}  // namespace

std::span<const LexiconRow> lexicon_rows() {
  return kRows;
}

}  // namespace memfold::models::extractor
