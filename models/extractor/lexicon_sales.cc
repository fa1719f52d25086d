// Words that tell whole mails of sellers and swindlers from letters. Unlike the signs of the other
// tables they give a statement no category: only how many statements carry them counts. The syntax
// is explained in lexicon.h.
#include <array>

#include "models/extractor/lexicon.h"

namespace memfold::models::extractor {
namespace {

constexpr auto kSalesRows = std::to_array<LexiconRow>({
    // what sellers promise
    {Sign::Pitch,
     "guaranteed, guarantee, satisfaction, money back, money-back, risk free, risk-free, no risk, "
     "no obligation, absolutely free, for free, 100% free, totally free, free of charge, free "
     "trial, "
     "free sample+, free gift+, free bonus, free quote+, free report, free consultation, free "
     "access, free tour, free membership, free shipping, bonus, save money, save up, save big, "
     "save "
     "thousands, huge savings, savings, lowest price+, best price+, low price+, low cost, low as, "
     "wholesale, bargain+, cheap, cheaper, affordable, discount+, % off, special offer+, limited "
     "time, limited offer, limited supply, while supplies, today only, this offer, our offer, "
     "exclusive, once in a lifetime, don't miss, act now, act fast, hurry, before it's too late, "
     "a million bucks, increase your, anyone can, easy and fast, amazing, incredible, "
     "unbelievable, revolutionary, breakthrough, miracle, proven, secret+, "
     "never before, world famous, doctor recommended, scientifically, clinically, testimonial+, "
     "as seen on, imagine, tired of, sick of, fed up, are you looking, looking for a, do you want, "
     "would you like, did you know, you deserve, dream+, your dreams, change your life, you've "
     "been, "
     "you have been selected, congratulations, winner+, approved, instant, instantly, "
     "in just minutes, in minutes, in days, no experience, no selling, no hidden, no credit, "
     "top quality, high quality, highest quality, brand new, number one, #1, "
     "leading supplier, leading manufacturer, leading provider, our products, our product line, "
     "our services, our company, we offer, we provide, we specialize, we are offering, we can "
     "help, "
     "we manufacture, join thousands, join millions, millions of people, thousands of people, "
     "customers, customer satisfaction, our customers, "
     "무료 상담, 무료상담, 무료 체험, 무료체험, 무료 배송, 무료배송, 무료 증정, 특가, 초특가, "
     "파격, 반값, 최저가, 최저 가격, 최대 할인, 할인 쿠폰, 할인쿠폰, 할인 혜택, 할인혜택, 특별 "
     "할인, "
     "특별할인, 특별 혜택, 특별혜택, 특별한 혜택, 한정 수량, 한정수량, 마감 임박, 마감임박, "
     "오늘만, 단 하루, 단 3일, 단 일주일, 놓치지 마, 놓치면, 절호의, "
     "당첨되셨, 당첨을 축하, 포인트 지급, 가입만 해도, 100% 보장, 수익 보장, 수익보장, 효과 보장, "
     "전액 환불, 환불 보장, 업계 최저, 국내 최저, 업계 1위, 만족도 1위, 누구나 가능, 손쉽게, "
     "인생 역전, 대박, 파격가, 무이자 할부, 감사 세일, 정기 세일, 빅세일, 타임세일, "
     "블랙프라이데이, "
     "고객님만을, 회원님만을, 고객님께만, 회원님께만"},
    {Sign::Pitch,  // between firms, and to whoever has a page
     "proud to announce, proud to present, pleased to introduce, must-attend, must attend, our "
     "factory, our range, our brand, our showroom, exhibitor+, exhibition space, distributor+, "
     "contact us today, years of experience in, rates effective, fixed rate+, income within, "
     "exchange links, exchanging links, link exchange, link to our, our client's, webcam+, "
     "free adult, premier event, state of the art, state-of-the-art, world class, world-class, "
     "당사 제품, 당사의 제품, 자사 제품, 대리점 모집, 총판 모집, 입점 문의, 참가업체 모집"},
    {Sign::Pitch,  // in other languages, where a mail says hardly anything else
     "kostenlos, geld verdienen, gratis, gratuit, gratuitement, offre, promotion, dinero, oferta, "
     "ganar dinero, ganhe dinheiro, desconto, guadagnare, offerta, ücretsiz, kampanya, erotik"},
    {Sign::Call,
     "cliquez ici, klicken sie, klick hier, haga clic, clique aqui, clicca qui, tıklayın"},
    // what they want done
    {Sign::Call,
     "click here, click below, click on, click the link, click this, click now, visit our, visit "
     "us, "
     "visit the site, visit our website, go here, come in, enter here, call now, call today, call "
     "us, "
     "call toll, call our, toll free, toll-free, order now, order today, order here, order form, "
     "buy now, shop now, sign up, sign-up, signup, join now, join today, join us, join free, "
     "subscribe, register now, apply now, apply online, apply today, reply with, reply to this "
     "email, email us, e-mail us, contact us, write us, fax, fill out, fill in the form, complete "
     "the form, download now, try it, try our, get started, get yours, get your, get it free, "
     "learn "
     "how, find out, see how, see for yourself, check it out, check out, take advantage, start "
     "earning, start making, start saving, more info, more information, more details, for details, "
     "visa, mastercard, american express, "
     "지금 바로, 지금 신청, 지금 구매, 지금 가입, 바로 신청, 바로 구매, 바로가기, 바로 가기, "
     "클릭, 클릭하세요, 여기를 클릭, 신청하세요, 구매하세요, 가입하세요, 확인하세요, 만나보세요, "
     "만나 보세요, 받아가세요, 받아 가세요, 누리세요, 경험하세요, 체험하세요, 상담하세요, "
     "참여하세요, "
     "전화 주세요, 전화주세요, 연락 주세요, 문의 주세요, 상담 신청, 상담신청, 무료 신청, 무료신청, "
     "카톡 상담, 카카오톡 상담, 카톡 문의, 링크를 눌러, 버튼을 눌러, 쇼핑하기, 구매하기, 신청하기, "
     "예약하기"},
    // whom they write to
    {Sign::Stranger,
     "dear friend, dear sir, dear sirs, dear madam, dear sir/madam, dear customer, dear valued, "
     "dear homeowner, dear subscriber, dear member, dear user, dear reader, dear consumer, dear "
     "business, dear entrepreneur, dear investor, dear beloved, dear beneficiary, dear "
     "winner, dear colleague, dear partner, dear website, dear webmaster, dear fellow, dear one, "
     "dearest, hello friend, my friend, attention, greetings, good day, "
     "valued customer, 고객님, 고객 여러분, 회원님, 회원 여러분, 안녕하세요 고객, "
     "사장님, 대표님들, 자영업자, 주부, 무직자, 귀하께"},
    // goods and ways of earning that are mostly sold by mail
    {Sign::Trade,
     "mortgage, refinance, lenders, lender, bad credit, debt, debts, consolidation, interest "
     "rates, "
     "lower your, lowest rates, credit report, life insurance, insurance, annuity, "
     "viagra, cialis, pill, pills, herbal, hgh, growth hormone, weight loss, lose weight, diet, "
     "lbs, "
     "fat, penis, enlargement, inches, erection, libido, sexual, sex, sexy, porn, nude, naked, "
     "xxx, "
     "adult, adults, teen, teens, girls, webcam, webcams, hardcore, lesbian, lonely, singles, "
     "dating, "
     "casino, gambling, lottery, lotto, sweepstakes, jackpot, poker, betting, "
     "stock alert, hot stock, stock pick, penny stock, undervalued, otc, otcbb, investors, "
     "investor, "
     "investment opportunity, offshore, tax free, forward-looking statements, "
     "make money, making money, earn money, earn, extra income, income, financial freedom, wealth, "
     "millionaire, get rich, be your own boss, home based, home-based, work from home, work at "
     "home, "
     "home business, business opportunity, opportunity, mlm, multi-level, downline, residual, "
     "network marketing, recruit, sponsor, commissions, per week, "
     "bulk email, bulk e-mail, email addresses, e-mail addresses, million emails, email marketing, "
     "mailing list+, leads, merchant account, search engines, web hosting, hosting, "
     "toner, inkjet, cartridges, printer supplies, satellite, cable, descrambler, dvd, "
     "long distance, phone card, cell phone, vacation, timeshare, cruise, "
     "university degree, diploma, diplomas, replica, rolex, software, cigarettes, "
     "grant money, government grants, grants, foreclosure, judgment, "
     "대출, 당일대출, 무직자대출, 신용대출, 담보대출, 저금리, 최저금리, 무담보, 당일 입금, "
     "당일입금, 한도 조회, "
     "개인회생, 채무, 부업, 재택, 재택부업, 고수익, 월수입, 수익률, 급등주, 종목 추천, 종목추천, "
     "추천주, 리딩방, 주식 정보, 주식정보, 투자 정보, 카지노, 바카라, 토토, 배팅, 베팅, 경마, "
     "성인, "
     "만남, 조건만남, 비아그라, 정력, 발기, 다이어트, 탈모, 보험 상담, 보험상담, 보험 비교, "
     "보험비교, "
     "분양, 오피스텔 분양, 상가 분양, 투자처, 창업, 가맹점, 가맹 문의, 학점은행, 자격증, 명품, "
     "레플리카, "
     "휴대폰, 인터넷 가입, 렌탈"},
    // letters about hidden fortunes
    {Sign::Fortune,
     "business proposal, business proposition, your urgent assistance, seek your assistance, "
     "solicit, "
     "compensation fund, inheritance, deceased, late client, late father, my late, next-of-kin, "
     "dollars only, million dollars, million us dollars, million euro, million euros, united "
     "states "
     "dollars, funds, transfer this money, transfer of the, bank account, your account, foreign "
     "bank, lottery, confidential, barrister, attorney, widow, orphan, orphans, god bless, "
     "charity, "
     "donation, spende, donate, government of, minister, ministry of, dr., mrs., mr., prince, "
     "president of, apex bank, central bank, reserve bank, atm card, western union, moneygram, "
     "money gram, percentage, 상속, 유산, 미망인, 고인이 된, 변호사입니다, 기밀, 송금 수수료, "
     "미화, "
     "백만 달러, 만 달러"},
    // what people who know each other write about
    {Sign::Work,
     "meeting, agenda, minutes, draft, attached, team, budget, deadline, review, feedback, "
     "colleague+, "
     "thanks, cheers, lunch, tomorrow, yesterday, tonight, monday, tuesday, "
     "wednesday, thursday, friday, last week, next week, this morning, patch+, bug+, code, server, "
     "kernel, compile, install, installed, script, function, file+, directory, package+, rpm, "
     "upgrade, version, log, error, config, output, command, test, tests, works, fix, fixed, "
     "i think, i guess, i don't, i didn't, i haven't, i was, i've, i'd, i'm, i just, imho, btw, "
     "afaik, sorry, maybe, wondering, anyone, anybody, "
     "your booking, booking no, your reservation, your application, your order, has been received, "
     "has been processed, has been cancelled, will be refunded, refund+, your salary, starting "
     "salary, job offer, interview, renewal, expires on, will expire, arrival, departure, "
     "check-in, "
     "we agreed, we decided, let's, let me know, could you, can you, what do you, invoice, "
     "contract, "
     "quarter, client, vendor, approval, proposal, schedule, discussed, discuss, the board, "
     "finance, "
     "예약이, 예약 번호, 예약번호, 주문 번호, 주문번호, 접수 번호, 접수번호, 취소 처리, 취소 "
     "수수료, "
     "환불됩, 환불 처리, 영업일, 만료, 결제일, 청구 금액, 출고, 연봉, 입사, 면접, "
     "회의, 안건, 예산, 검토, 결재, 기안, 품의, 보고, 공유드립, 공유 드립, 공유합, 첨부, 팀장, "
     "과장, "
     "대리님, 부장, 차장, 이사님, 대표님, 선생님, 교수님, 님께, 저희 팀, 우리 팀, 마케팅팀, "
     "영업팀, 재무팀, 개발팀, 협의, "
     "논의, 담당, 일정, 마감일, 초안, 계약, 견적, 정산, 승인, 집행, 기획안, 거래처, 납품, 확정, "
     "결정, "
     "부탁드립, 부탁 드립, 말씀하신, 말씀드린, 지난번, 어제, 내일, 오늘 오전, 오늘 오후, 다음 주, "
     "이번 주, 지난주, 월요일, 화요일, 수요일, 목요일, 금요일, 감사합니다, 고맙습니다, 수고"},
});

}  // namespace

std::span<const LexiconRow> sales_rows() {
  return kSalesRows;
}

}  // namespace memfold::models::extractor
