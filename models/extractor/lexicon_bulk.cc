// Words of advertising, fraud and automatic mail. The syntax is explained in lexicon.h.
#include <array>

#include "models/extractor/lexicon.h"

namespace memfold::models::extractor {
namespace {

constexpr auto kBulkRows = std::to_array<LexiconRow>({
    {Sign::Ads,
     "% off, discount+, promo, promo code, promotion+, promotional, coupon+, clearance, "
     "special offer, limited time offer, limited offer, act now, order now, buy now, shop now, "
     "free shipping, free trial, money back, money-back, risk free, risk-free, save up to, "
     "best price+, lowest price+, exclusive offer, exclusive deal+, click here to buy, "
     "subscribe now, get rich, earn money, earn extra, unlimited income, free membership, free "
     "quote, "
     "free report, free info, free information, free gift, free sample+, best prices, special "
     "price+, "
     "special deal+, hot deal+, pre-approved, preapproved, lowest rates, no credit check, "
     "amazing offer, once in a lifetime, order yours, call toll free, money making opportunity, "
     "this newsletter, our newsletter, weekly newsletter, newsletter, "
     "no obligation, 100% free, flash sale, black friday, cyber monday, on sale now, "
     "할인, *할인, 프로모션, *프로모션, 쿠폰, *쿠폰, 특가, *특가, 수신거부, 수신 거부, 구독 해지, "
     "구독해지, 뉴스레터, "
     "무료 배송, 무료배송, 무료 체험, 무료체험, 반값, 초특가, 첫 달 무료, 당일 입금, 당일입금, "
     "무방문, 무직자, 고정금리, "
     "저금리, 최저금리, 무담보, 사은품, 경품, 선착순, (광고, 광고)"},
    {Sign::AdsWeak,
     "sale+, offer+, deal+, save, free, click here, click below, click on the link, guaranteed, "
     "guarantee, winner+, prize+, earn, income, mortgage, loan+, viagra, casino, refinance, "
     "credit, "
     "cash, per month, opportunity, subscribe, subscription+, sign up, order today, call now, "
     "toll free, toll-free, unlimited, investment, lose weight, weight loss, herbal, "
     "work from home, work at home, home based, home business, extra income, extra cash, make "
     "money, "
     "making money, financial freedom, own boss, no experience, money making, bulk email, "
     "email addresses, e-mail addresses, opt-in, order form, visa, mastercard, amex, "
     "satisfaction, special report, adult, adults, xxx, sexy, hgh, diet, pills, prescription+, "
     "pharmacy, lowest rate+, interest rate+, low rate+, credit card+, debt+, consolidate~, "
     "as seen on, dear friend, next of kin, beneficiary, million dollars, millions of dollars, "
     "one time mailing, not spam, multi-level, mlm, downline, residual income, ebay, auction+, "
     "this offer, limited supply, today only, act fast, hurry, instant access, instantly, "
     "absolutely free, for free, cheap, affordable, bargain+, wholesale, inkjet, toner, "
     "life insurance, insurance, cable, descrambler, spy, dating, singles, "
     "부업, 재택, 고수익, 수익, 카지노, 바카라, 성인, 급등주, 투자, 상담, 금리, 사은, 한정, "
     "마감임박, 지금 바로, 특별가, "
     "신규 회원, 회원가입, 적립, 증정, 응모, "
     "이벤트, 구매, 최저가, 세일, 혜택, 무료, 클릭, 당첨, 대출, 구독"},
    {Sign::AdsWeak,
     "approved, no cost, lower your, savings, best rates, quote+, credit report, bad credit, "
     "business opportunity, leads, per day, per week, lowest, secret+, amazing, incredible, "
     "revolutionary, proven, enlargement, breasts, hair loss, porn, nude, replica, judgment+, "
     "judicial, commission, annuity, investor+, natural, doctor, risk, profit+, profits, wealth, "
     "millionaire, rich, money, retail, sample+, satisfied, customers, order form, orders, toll, "
     "merchant account, search engine+, web site promotion, marketing, mailing, targeted, "
     "webmaster+, e-mail marketing, email marketing, hosting, membership, lenders, loans, cash, "
     "prize, vacation, phone card, long distance, dvd, cartridge+, supplies, limited time"},
    {Sign::Scam,
     "next of kin, beneficiary, foreign partner, foreign account, over-invoiced, over invoiced, "
     "contract sum, repatriate~, sierra leone, nigeria, nigerian, mutual benefit, urgent business, "
     "business "
     "assistance, business relationship, security company, late father, late husband, late "
     "president, "
     "transfer of fund+, transfer the fund+, this fund, the funds, million united states, us "
     "dollars, "
     "confidential transaction, this transaction, utmost confidence, utmost confidentiality, "
     "strictly "
     "confidential, bank account particulars, your assistance, mailbox has exceeded, mailbox will "
     "be closed, "
     "verify your account, account will be suspended, permanent deletion"},
    {Sign::Ephemeral,
     "passcode, verification code, security code, one-time code, one-time password, login code, "
     "sign-in code, password reset, reset your password, 인증번호, 인증 번호, 인증코드, 인증 코드, "
     "비밀번호 재설정, 임시 비밀번호, 일회용"},
    {Sign::Unsubscribe,
     "like us to contact, by clicking here, take yourself out, remove your name, removal "
     "instructions, to remove, to be taken off, off our list, from our list, from our database, "
     "from this list, "
     "our mailing list, future mailings, further mailings, future mailing, cease mailing, with "
     "remove, remove as "
     "the subject, word remove, on this list, opted in, opt-in list, not interested in receiving, "
     "want to "
     "receive, wish to receive, like to receive, rather not receive, further notice, "
     "this is not spam, one time mailing, bill s.1618, title iii, section 301, "
     "unsubscribe~, opt out, opt-out, to be removed, be removed from, remove me, removed from our, "
     "remove yourself, remove your, remove in subject, remove in the subject, subject: remove, "
     "remove in your subject, take you off, taken off our, out of this list, mailed in error, "
     "this email in error, no longer wish to receive, stop receiving, manage your preferences, "
     "email preferences, update your preferences, you are receiving this, "
     "you received this email because, you received this e-mail because, "
     "view this email in, view in browser, "
     "수신거부, 수신 거부, 수신을 원하지, 수신을 원치, 구독 해지, 구독해지, 구독 취소, 발신전용, "
     "발신 전용"},
    {Sign::Boilerplate,
     "authorised and regulated, registered charity, reply above this line, never share, po box, "
     "contributors to, do the needful, storage limit, "
     "failure to comply, 지도와 편달, 지도 편달, 있으시면, *있으시면 연락, *있으시면 회신, "
     "양해를, 기한 엄수, 구독을 취소, "
     "please find, please see attached, please see below, please see the attached, see attached, "
     "attached please, find attached, find enclosed, is attached, are attached, attached is, "
     "attached are, i have attached, i've attached, i attach, "
     "please feel free, feel free to, please do not hesitate, please don't hesitate, "
     "do not hesitate, don't hesitate, please let me know if, let me know if, let us know if, "
     "please let us know if, please contact me if, if you have any questions, any questions, "
     "please ignore, please excuse, please note that this email, please do not reply, "
     "for more information, for further information, to learn more, visit our website, registered "
     "in, "
     "registered office, company number, was sent to, change your settings, notification settings, "
     "our support team, help center, help centre, if this wasn't you, if you did not request, "
     "didn't request, do not share this, this is an automated, automatically generated, mailbox is "
     "not monitored, not monitored, "
     "beware of, will never ask, never ask for, mail system at host, could not be delivered, "
     "delivery status, on behalf of, customer service, privacy notice, view online, "
     "this issue has been automatically, has not had recent activity, "
     "you are receiving this, change your notification, manage notifications, reply to this email, "
     "please don't reply, please correct me, correct me if, please disregard, "
     "please consider the environment, this message is intended, this email is intended, "
     "intended recipient, confidential, confidentiality, privileged, all rights reserved, "
     "copyright, terms and conditions, privacy policy, forwarded message, sent from my, "
     "view this email, click to, powered by, do you yahoo, get your free, "
     "join the world's largest, msn photos, sent via, "
     "mailing list, to post to, yahoo! groups, yahoo groups, your use of, "
     "*기원합, *기원드립, *기원하, 가득하시, *되시길, *되시기, *되십시오, 행복하시, 건강하시, 많은 "
     "관심, 많은 참여, "
     "관심 부탁, 관심과 참여, 협조 부탁, 협조 바랍, 협조에, 이해 부탁, 성원, 축복해, 격려, "
     "무시하셔도, 무시하시, "
     "자세한 내용은, 자세한 사항은, 개인정보처리, 이용약관, 사업자등록, 통신판매, 고객센터, "
     "이 줄 위에, 자주 묻는, 만족도 조사, *설명서와 약관, *설명서 및 약관, 준법감시인, 첨부가 빠, "
     "첨부를 빠, 첨부가 누락, 다시 보냅니다, 다른 사람에게 전달하지, 타인에게 전달하지, 알림을 끄, "
     "수신을 원하, 있으면 말씀, 있으면 연락, 있으면 회신, 있으면 알려, 언제든 회신, 언제든 말씀, "
     "언제든지 말씀, 언제든지 회신, 편하게 말씀, 편하게 답, 예절을, *않으면 알려, 잘못 보냈, 잘못 "
     "보낸, "
     "노력하겠, 최선을 다, 정진하, 바로가기, "
     "링크를 클릭, 무궁한, "
     "순차적으로, 정상적으로 처리, 정상적으로 접수, 접수되었습니다, "
     "답변드리겠습니다, "
     "답변을 드릴 수, "
     "비밀번호를 타인, 금융사기, 본 메일, 발신 전용, 발신전용, 회신되지, 이용해 주셔서, 자동 발송, "
     "첨부 파일 참고, 첨부파일 참고, 첨부드립, 첨부 드립, 첨부합니다, 첨부하였, 첨부했, 첨부해 "
     "드립, 첨부 참조, 첨부참조, "
     "궁금한 점, 궁금하신, 문의사항이, 문의 사항이, 문의사항은, 언제든지 연락, 잘 부탁, 양해 부탁, "
     "양해 바랍, *양해해 주, 언제든 연락, 편하게 "
     "연락, 본 메일은, "
     "본 메일이, 이 메일은, 법적 책임, 기밀, 비밀 정보, 무단"},
});

}  // namespace

std::span<const LexiconRow> bulk_rows() {
  return kBulkRows;
}

}  // namespace memfold::models::extractor
