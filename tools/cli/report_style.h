// The style sheet of a report: light and dark, narrow and wide, on paper. It names no font, image
// or address outside of the page.
#pragma once

#include "tools/cli/html.h"

namespace memfold::tools {

inline constexpr Markup kReportStyle = R"css(
:root{color-scheme:light dark;--ink:#1c2128;--soft:#59636e;--page:#fff;--panel:#f6f8fa;--line:#d5dbe1;
--create:#0072b2;--update:#e08e00;--skip:#8b949e;--delete:#c4420a;--fill:#0072b2}
@media(prefers-color-scheme:dark){:root{--ink:#e3e8ee;--soft:#9aa5b1;--page:#12161b;--panel:#1b2128;--line:#353d47;
--create:#56b4e9;--update:#f0ad35;--skip:#7d8793;--delete:#f0703c;--fill:#56b4e9}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:72rem;padding:1.5rem 1rem 3rem;background:var(--page);color:var(--ink);
font:1rem/1.5 system-ui,-apple-system,"Segoe UI","Noto Sans","Noto Sans KR","Noto Sans CJK KR","Apple SD Gothic Neo","Malgun Gothic",sans-serif;
overflow-wrap:anywhere;word-break:keep-all}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .3rem}
h2{font-size:1.15rem;margin:0 0 .6rem}
h3{font-size:1rem;margin:0 0 .5rem}
p{margin:.3rem 0}
section{margin-top:2.2rem;min-width:0}
.soft,figcaption,small{color:var(--soft);font-size:.875rem}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(7.5rem,1fr));gap:.75rem;margin:1.25rem 0 0}
.tiles div{background:var(--panel);border:1px solid var(--line);border-radius:.5rem;padding:.6rem .8rem;display:flex;flex-direction:column-reverse;justify-content:flex-end}
.tiles dt{color:var(--soft);font-size:.875rem}
.tiles dd{margin:0;font-size:1.5rem;line-height:1.25;font-variant-numeric:tabular-nums}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));column-gap:2.5rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
caption{text-align:left;color:var(--soft);font-size:.875rem;padding-bottom:.3rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .75rem .35rem 0;border-bottom:1px solid var(--line);unicode-bidi:isolate}
th:last-child,td:last-child{padding-right:0}
thead th{color:var(--soft);font-size:.875rem;font-weight:600}
tbody th{font-weight:400}
.number{text-align:right;white-space:nowrap}
.when{white-space:nowrap;color:var(--soft);font-size:.8125rem}
.facts th{color:var(--soft);white-space:nowrap;width:1%}
.picture{width:24%;min-width:4rem}
.bar{display:block;width:100%;height:.5rem;margin-top:.5rem}
.rail{fill:var(--line);opacity:.5}.fill{fill:var(--fill)}
.chart{display:block;width:100%;height:auto}
.chart text{fill:var(--soft);font-size:12px}
.chart .end{text-anchor:end}.chart .middle{text-anchor:middle}
.grid{stroke:var(--line)}.axis{stroke:var(--soft)}
.create{fill:var(--create)}.update{fill:var(--update)}.skip{fill:var(--skip)}.delete{fill:var(--delete)}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin:.4rem 0;padding:0;font-size:.875rem}
.swatch{width:.75rem;height:.75rem;margin-right:.4rem}
figure{margin:0}
details{margin-top:.5rem}
summary{cursor:pointer;color:var(--soft);font-size:.875rem}
article{background:var(--panel);border:1px solid var(--line);border-radius:.5rem;padding:.8rem 1rem;margin-top:.8rem;break-inside:avoid}
.chain{list-style:none;margin:0;padding:0 0 0 1.1rem;border-left:2px solid var(--line)}
.chain li{position:relative;padding-bottom:.6rem}
.chain li:last-child{padding-bottom:0}
.chain li::before{content:"";position:absolute;left:-1.5rem;top:.45rem;width:.65rem;height:.65rem;border-radius:50%;background:var(--skip)}
.chain .now::before{background:var(--create)}
.chain .now .says{font-weight:600}
.says{display:block;unicode-bidi:isolate}
.change{display:block;color:var(--soft);font-size:.875rem;unicode-bidi:isolate}
dl.case{display:grid;grid-template-columns:max-content 1fr;gap:.2rem .9rem;margin:0}
dl.case dt{color:var(--soft)}
dl.case dd{margin:0;unicode-bidi:isolate}
code{font:.875em ui-monospace,"Cascadia Mono",Menlo,Consolas,monospace}
footer{margin-top:2.5rem;border-top:1px solid var(--line);padding-top:.6rem}
@media(max-width:36rem){body{padding:1rem .8rem 2rem}.tiles{grid-template-columns:1fr 1fr}dl.case{grid-template-columns:1fr}
dl.case dd{margin-bottom:.3rem}.facts th,.facts td{display:block;width:auto;border:0;padding:0}.facts td{padding-bottom:.4rem}.optional{display:none}.picture{width:16%;min-width:3rem}.chart text{font-size:24px}}
@media print{body{max-width:none}}
)css";

}  // namespace memfold::tools
