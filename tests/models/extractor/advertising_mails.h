// Mails written for the tests: advertising and fraud, and letters about work that use the same
// words.
#pragma once

#include <array>
#include <string_view>

#include "memfold/category.h"

namespace memfold::models::extractor {

struct WrittenMail {
  std::string_view subject, body;
};

/// A letter, and the category one of its facts must have.
struct WrittenLetter {
  std::string_view subject, body;
  Category::Kind category;
};

inline constexpr auto kKoreanAdvertising = std::to_array<WrittenMail>({
    {"(광고) 가을맞이 전 품목 초특가",
     "고객님만을 위한 특별한 혜택!\n전 품목 최대 70% 할인, 오늘만 "
     "진행합니다.\n지금 바로 클릭하세요.\n수신거부는 여기를 눌러 주세요."},
    {"당일대출 최대 5천만원",
     "무직자, 주부도 누구나 가능합니다.\n최저금리 연 4.5%부터, 당일 입금해 "
     "드립니다.\n무방문 무서류, 지금 바로 신청하세요.\n상담 전화 1588-0000"},
    {"무료상담 받아보세요",
     "채무 때문에 힘드신가요?\n개인회생으로 최대 90%까지 탕감됩니다.\n무료상담 "
     "신청하세요.\n선착순 30명에게 상담비를 지원합니다."},
    {"[급등주 무료 공개]",
     "회원님, 내일 오를 종목을 무료로 알려 드립니다.\n누적 수익률 320% 달성!\n리딩방 "
     "가입하세요.\n수익 보장, 손실 시 전액 환불!"},
    {"재택부업 월 300만원",
     "집에서 하루 1시간, 누구나 손쉽게 월 300만원!\n경험이 없어도 고수익을 "
     "보장합니다.\n지금 신청하세요.\n카톡 상담 환영"},
    {"회원님께만 드리는 할인쿠폰",
     "회원님, 이번 주말까지 쓰실 수 있는 2만원 할인쿠폰이 도착했습니다.\n"
     "무료배송 혜택까지 누리세요!\n쇼핑하기"},
    {"오피스텔 분양 마감임박",
     "역세권 오피스텔, 마감임박!\n계약금 500만원이면 월세 수익률 연 8%.\n"
     "선착순 특별 혜택을 놓치지 마세요.\n분양 문의 1600-0000"},
    {"신규 가입 10만 포인트 지급",
     "지금 가입만 해도 10만 포인트 지급!\n카지노, 바카라, 토토를 한곳에서 "
     "즐기세요.\n첫 충전 보너스 50%\n바로 가입하세요."},
    {"휴대폰 바꾸실 때 됐죠?",
     "최신 휴대폰을 반값에 드립니다.\n인터넷 가입 시 현금 40만원 사은품 증정!\n"
     "전국 최저가에 도전합니다.\n여기를 클릭하세요."},
    {"다이어트 한 달에 10kg",
     "한 달 만에 10kg 감량, 효과 보장!\n부작용 없는 천연 성분입니다.\n첫 구매 고객님은 "
     "50% 할인해 드립니다.\n지금 구매하세요.\n더 이상 수신을 원하지 않으시면 수신거부"},
    {"비 아 그 라 특가",
     "정품 비.아.그.라 파격 특가!\n비밀 포장, 무료 배송해 드립니다.\n남성의 자신감을 "
     "되찾으세요.\n지금 바로 상담 신청"},
    {"보험료 비교해 드립니다",
     "고객님, 아직도 비싼 보험료를 내고 계신가요?\n무료로 보험 비교해 드립니다.\n"
     "평균 30% 절약!\n상담 신청만 해도 커피 쿠폰을 드립니다."},
    {"블랙프라이데이 빅세일 시작",
     "1년에 단 하루, 블랙프라이데이 빅세일!\n인기 상품 최저가, 한정 수량입니다.\n"
     "놓치면 후회합니다.\n구매하기"},
    {"소상공인 정책자금 안내",
     "사장님, 정책자금 최대 1억원 받아 가세요!\n저금리 연 2%, 한도 조회 무료.\n"
     "마감 임박, 오늘만 신청 가능합니다.\n바로 신청"},
    {"경품 당첨을 축하드립니다!",
     "축하합니다! 고객님께서 백화점 상품권 100만원에 당첨되셨습니다.\n아래 "
     "링크를 눌러 주소를 입력하세요.\n오늘 자정까지 받지 않으면 당첨이 취소됩니다."},
    {"학점은행제 수강생 모집",
     "직장인도 6개월이면 학위 취득!\n수강료 60% 할인, 무료 상담해 드립니다.\n"
     "선착순 20명에게 교재를 무료 증정합니다.\n지금 신청하세요."},
    {"한우 선물세트 특가",
     "명절 선물, 아직 고민이세요?\n한우 선물세트를 업계 최저가에 만나보세요.\n10세트 구매 "
     "시 1세트 무료 증정!\n무료 배송, 지금 주문하시면 내일 도착\n수신거부"},
    {"긴급한 사업 제안",
     "안녕하세요, 저는 고인이 된 고객의 변호사입니다.\n은행에 미화 1,250만 달러의 상속 자금이 "
     "남아 있습니다.\n귀하께 40%를 드리겠습니다.\n기밀을 지켜 주시고 은행 계좌번호를 보내 주세요."},
    {"창업 비용 0원",
     "가맹점 모집! 가맹비 전액 면제\n월수입 1,000만원, 누구나 사장님이 될 수 있습니다.\n무료 창업 "
     "상담 신청하세요!\n전화 주세요 1577-0000"},
    {"뉴스레터: 이번 주 혜택 모음",
     "회원님, 이번 주 혜택을 확인하세요!\n호텔 특가 50% 할인\n항공권 최저가 9만 "
     "9천원\n구독 해지를 원하시면 여기를 클릭하세요."},
});

inline constexpr auto kKoreanLetters = std::to_array<WrittenLetter>({
    {"가을 프로모션 할인율",
     "김 과장님, 안녕하세요.\n가을 프로모션 할인율은 20%로 결정했습니다.\n쿠폰 문구는 "
     "마케팅팀에서 목요일까지 검토해 주세요.\n감사합니다.",
     Category::Decision},
    {"프로모션 기획안 검토 요청",
     "팀장님, 11월 프로모션 기획안 초안을 첨부합니다.\n특가 상품 목록과 무료 배송 조건을 "
     "금요일까지 검토 부탁드립니다.\n할인 폭은 15%를 넘기지 않는 쪽으로 정리했습니다.",
     Category::Task},
    {"창립 행사 예산",
     "행사 예산 2,400만원이 승인되었습니다.\n경품과 사은품은 500만원 안에서 집행하기로 했습니다.\n"
     "견적서는 20일까지 총무팀에 보내 주세요.",
     Category::Decision},
    {"대출 심사 결과",
     "안녕하세요, 국민은행 심사부 박정우입니다.\n신청하신 주택담보대출 2억 3천만원이 "
     "승인되었습니다.\n"
     "1월 22일 오전 10시에 지점에서 약정서를 작성해 주세요.\n신분증과 등기권리증을 가져오세요.",
     Category::Task},
    {"무료 체험 기간 변경",
     "어제 회의에서 무료 체험 기간을 30일에서 14일로 줄이기로 결정했습니다.\n가입 화면 문구는 "
     "제가 수요일까지 고치겠습니다.",
     Category::Decision},
    {"쿠폰 오류",
     "쿠폰이 두 번 적용되는 오류를 고쳐서 오늘 배포했습니다.\n할인 금액이 음수가 되던 문제도 함께 "
     "수정했습니다.\n내일까지 정산 금액을 확인해 주세요.",
     Category::Project},
    {"견적 할인 협의",
     "말씀하신 견적에서 5% 할인은 가능합니다.\n다만 계약 기간을 2년으로 하는 조건입니다.\n다음 주 "
     "화요일 오후 2시에 만나서 협의하시지요.",
     Category::Meeting},
    {"이벤트 당첨자 발표 준비",
     "이벤트 당첨자 명단은 최 대리가 17일까지 정리해 주세요.\n경품 발송은 거래처에서 19일에 "
     "하기로 했습니다.",
     Category::Task},
    {"투자 유치 일정",
     "투자 심의 회의는 1월 24일 오후 3시 본사 대회의실입니다.\n수익률 추정 자료는 재무팀이 "
     "준비합니다.\n"
     "금요일까지 초안을 공유해 주세요.",
     Category::Meeting},
    {"보험 갱신",
     "사무실 화재보험을 기존 조건으로 갱신하기로 했습니다.\n보험료 84만원은 25일까지 이체해 "
     "주세요.",
     Category::Decision},
    {"렌탈 계약 종료",
     "복합기 렌탈 계약이 2월 말에 끝납니다.\n재계약하면 월 3만원 할인해 준다고 합니다.\n1월 "
     "31일까지 "
     "연장 여부를 알려 주세요.",
     Category::Task},
    {"가격 정책",
     "신규 가입 혜택은 이번 분기까지만 유지하기로 결정했습니다.\n기존 고객에게는 별도로 안내하지 "
     "않습니다.",
     Category::Decision},
    {"점심 할인", "수아야, 그 식당 점심 할인한대.\n수요일 12시에 정문에서 만나자.",
     Category::Meeting},
    {"광고 집행 건",
     "검색 광고 예산을 월 800만원으로 올리기로 했습니다.\n광고 소재 세 개를 목요일까지 보내 "
     "주세요.\n"
     "클릭률은 지난주에 12% 올랐습니다.",
     Category::Decision},
    {"사은 행사 인력",
     "주말 사은 행사에 안내 인력 네 명이 필요합니다.\n토요일 오전 9시까지 1층 로비로 모여 주세요.\n"
     "선착순 사은품 300개는 창고에 있습니다.",
     Category::Task},
    {"뉴스레터 개편",
     "뉴스레터 발송 서버 이전을 오늘 마쳤습니다.\n수신거부 처리 속도가 40% 빨라졌습니다.\n남은 "
     "작업은 "
     "다음 주 월요일 회의에서 논의하겠습니다.",
     Category::Project},
    {"분양 계약 서류",
     "오피스텔 분양 계약서를 검토했습니다.\n3조 중도금 조항을 고쳐서 18일까지 보내 주세요.\n잔금은 "
     "6월 "
     "30일로 합의했습니다.",
     Category::Task},
    {"무료 나눔",
     "유모차 무료로 드릴게요.\n토요일 오후 3시에 저희 집 앞으로 오실 수 있나요?\n못 오시면 "
     "금요일까지 알려 주세요.",
     Category::Task},
    {"창업 지원 사업 보고",
     "창업 지원 사업 중간 보고서를 제출했습니다.\n지원금 3천만원 정산 서류는 1월 26일까지 "
     "내야 합니다.\n영수증을 모아 주세요.",
     Category::Task},
    {"최저가 보장 문구",
     "법무팀 검토 결과 '최저가 보장' 문구는 쓰지 않기로 했습니다.\n상세 페이지에서 내일까지 "
     "삭제해 주세요.",
     Category::Decision},
});

inline constexpr auto kEnglishAdvertising = std::to_array<WrittenMail>({
    {"SAVE up to 80% on printer ink!!!",
     "Tired of paying too much for ink?\nWe offer the lowest prices on all "
     "brands, guaranteed!\nOrder now and get free shipping.\nClick here to "
     "visit our website."},
    {"You're approved",
     "Dear homeowner,\nYou have been pre-approved for a $350,000 loan at 3.2%.\nBad credit is no "
     "problem and there is no obligation.\nClick here to lower your monthly payments."},
    {"Work from home",
     "Do you want to earn $5,000 per week from home?\nNo experience needed, anyone can do it.\n"
     "Be your own boss and start making money today!\nReply with your phone number."},
    {"V1AGRA at half the price",
     "Cheap V1AGRA and C1ALIS without a doctor.\nNo prescription, discreet packing, "
     "overnight delivery.\nOrder today and get 10 pills free!"},
    {"Urgent business proposal",
     "Dear friend,\nI am the widow of the late minister of mines.\nMy late husband left "
     "$18.5 million with a security company.\nI need your assistance to transfer this "
     "money and offer you 30%.\nKeep this strictly confidential and send me your bank "
     "account number."},
    {"Hot stock alert",
     "This undervalued stock is about to explode!\nInvestors who act now could triple their money "
     "in days.\nDon't miss this once in a lifetime opportunity.\nVolume is up 400% this week."},
    {"Lose 30 pounds in 30 days",
     "Lose weight without diet or exercise, guaranteed!\nOur revolutionary herbal "
     "formula burns fat while you sleep.\nTry it risk free for 30 days or your money "
     "back."},
    {"Your free gift is waiting",
     "Congratulations! You have been selected to receive a free gift.\nJust click "
     "below to claim your $500 gift card.\nThis offer expires tonight, act fast!"},
    {"Meet singles in your area",
     "Thousands of lonely singles are waiting to chat with you.\nJoin free today and "
     "see their photos.\nClick here, you must be 18."},
    {"Bulk email lists",
     "We are offering 50 million verified email addresses for $99.\nReach more customers and "
     "explode your sales.\nCall now or visit our site to order."},
    {"Winter sale ends tonight",
     "Our biggest winter sale ends tonight!\nTake an extra 40% off everything with promo "
     "code SNOW40.\nFree shipping on orders over $50.\nShop now.\nUnsubscribe"},
    {"University diplomas",
     "Get the degree you deserve!\nNo tests, no classes, no books.\nDiplomas from prestigious "
     "universities based on your life experience.\nCall today, everyone is approved."},
    {"Casino bonus inside",
     "Claim your 200% welcome bonus now!\nPlay poker and slots at the number one online "
     "casino.\nSign up in minutes and get $100 free."},
    {"You have won the lottery",
     "Dear winner,\nYour email address has won one million dollars in our international "
     "lottery.\nTo claim your prize contact our agent with your full name and bank "
     "account.\nCongratulations once again!"},
    {"Leading manufacturer of LED lamps",
     "Dear Sir/Madam,\nWe are a leading manufacturer of LED lamps in the region.\n"
     "Our products are of high quality and low price.\nWe offer free samples.\n"
     "Please contact us for our product list."},
    {"Rank #1 on search engines",
     "Is your website losing customers?\nWe can help you reach the top of the search "
     "engines, guaranteed.\nGet a free quote today!\nTo be removed from our list reply "
     "with remove."},
    {"Cut your debt in half",
     "Are you drowning in credit card debt?\nOur debt consolidation program can lower your "
     "payments by 50%.\nFree consultation, no obligation.\nCall toll free 1-800-555-0100."},
    {"Luxury replica watches",
     "Replica watches that look just like the real thing!\nPrices start at only $149.\n"
     "Satisfaction guaranteed or your money back.\nVisit our shop today."},
    {"Last chance: free trial",
     "Your free trial is waiting!\nGet instant access to 10,000 films for free.\nSign up "
     "now, no credit card needed.\nCancel anytime.\nUnsubscribe here."},
    {"A donation for you",
     "Dear beloved,\nI am a dying widow and have decided to donate 4.5 million US dollars to you "
     "for charity.\nGod bless you.\nReply with your address so that the bank can release the "
     "funds."},
});

inline constexpr auto kEnglishLetters = std::to_array<WrittenLetter>({
    {"Discount for the spring order",
     "Hi Suna,\nWe agreed on a 12% discount for the spring order.\nPlease send the "
     "revised quote by Thursday.\nThanks, Jiho",
     Category::Decision},
    {"Promotion plan",
     "The promotion plan is attached.\nPlease review the coupon wording by Friday.\nFree shipping "
     "stays limited to orders over $60, as discussed last week.",
     Category::Task},
    {"Event budget",
     "Finance approved the event budget of $18,000.\nPrizes must stay under $2,000.\nLet me know "
     "by "
     "Wednesday if the caterer needs a deposit.",
     Category::Decision},
    {"Your loan application",
     "Dear Ms Lee,\nYour loan of $240,000 was approved at the interest rate we discussed.\n"
     "Please bring your passport and the signed contract to the branch on 22 January at "
     "10:00.",
     Category::Task},
    {"Free trial length",
     "We decided to cut the free trial from 30 to 14 days.\nI'll change the sign up page by "
     "Wednesday.",
     Category::Decision},
    {"Coupon bug",
     "The coupon bug is fixed and deployed.\nOrders with a discount over 100% are refused "
     "now.\nCan you "
     "check the totals by tomorrow?",
     Category::Project},
    {"Ads for Q2",
     "We will raise the search ads budget to $8,000 per month.\nPlease send three versions of the "
     "offer "
     "by Thursday.",
     Category::Task},
    {"Prize draw",
     "Marta will announce the winners of the prize draw on 19 January.\nPlease order the gift "
     "cards by "
     "Wednesday.",
     Category::Task},
    {"Investment committee",
     "The investment committee meets on 24 January at 15:00 in room 3.\nPlease send me the "
     "income forecast by Monday.",
     Category::Meeting},
    {"Insurance renewal",
     "We agreed to renew the office insurance on the old terms.\nThe premium of $840 is due on "
     "25 January.",
     Category::Decision},
    {"Refinancing the warehouse",
     "The bank approved the mortgage for the warehouse.\nPlease sign the papers by 30 "
     "January.\nThe rate is fixed at 4.1% for ten years.",
     Category::Task},
    {"Black Friday staffing",
     "We need four more people in the shop on Black Friday.\nPlease send me your hours by "
     "Monday.\nThe sale starts at 08:00.",
     Category::Task},
    {"Lunch offer",
     "Hey Suna,\nthe noodle place has a lunch offer this week.\nLet's meet there on Wednesday at "
     "12:30.",
     Category::Meeting},
    {"Newsletter move",
     "The newsletter server was migrated today.\nUnsubscribe requests are handled within a minute "
     "now.\nLet's discuss the rest in the meeting on Monday at 10:00.",
     Category::Project},
    {"Guarantee wording",
     "Legal decided against the money back guarantee.\nPlease remove it from the product page by "
     "tomorrow.",
     Category::Decision},
    {"Free pram",
     "You can have our pram for free.\nCan you pick it up on Saturday at 3 pm?\nTell me by Friday "
     "otherwise.",
     Category::Task},
    {"Grant report",
     "The grant report was submitted yesterday.\nReceipts for the $30,000 are due on 26 January.\n"
     "Please collect yours.",
     Category::Task},
    {"Wholesale prices",
     "Our supplier raised the wholesale prices by 6% as of February.\nWe decided to keep our own "
     "prices until April.",
     Category::Decision},
    {"Vacation cover",
     "I am on vacation from 22 to 26 January.\nPlease send urgent orders to Marta.\nI'll call you "
     "on the 29th.",
     Category::Task},
    {"Software licences",
     "We need 20 more licences, the vendor offers them at $45 each.\nPlease approve the order by "
     "Thursday.\nThe discount ends on Friday.",
     Category::Task},
});

}  // namespace memfold::models::extractor
