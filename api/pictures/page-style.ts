/** What both pages share: faces, colours for light and dark, print. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--paper:#fff;--raised:#f6f8fa;--ink:#1b2430;--faint:#566270;--rule:#d5dbe2;--accent:#1f5e9e;
--get:#1f5e9e;--post:#1f7a4d;--put:#7a5a00;--patch:#7a5a00;--delete:#b3311b}
@media (prefers-color-scheme:dark){:root{--paper:#14191f;--raised:#1c232a;--ink:#e6eaee;--faint:#a3aeb9;--rule:#3a444f;
--accent:#8fc0f0;--get:#8fc0f0;--post:#5fd39a;--put:#e3b94a;--patch:#e3b94a;--delete:#ff8d75}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);line-height:1.5;
font-family:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;font-size:16px}
main,header,footer{max-width:82rem;margin:0 auto;padding:0 1rem}
header{padding-top:1.5rem}
footer{padding-top:1rem;padding-bottom:2rem;color:var(--faint);border-top:1px solid var(--rule);margin-top:2rem}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 .3rem}
h2{font-size:1.25rem;margin:2rem 0 .3rem}
h3{font-size:1rem;margin:1rem 0 .3rem}
p{margin:.4rem 0;max-width:48rem}
a{color:var(--accent)}
code,pre{font-family:ui-monospace,SFMono-Regular,Consolas,"DejaVu Sans Mono",monospace;font-size:.875em}
pre{background:var(--raised);border:1px solid var(--rule);border-radius:6px;padding:.7rem .9rem;overflow-x:auto}
table{border-collapse:collapse;font-size:.875rem}
th,td{text-align:left;vertical-align:top;padding:.25rem .9rem .25rem 0;border-bottom:1px solid var(--rule)}
th{font-weight:600}
td.number,th.number{text-align:right;font-variant-numeric:tabular-nums}
.faint{color:var(--faint)}
.scroll{overflow-x:auto}
summary{cursor:pointer}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media print{h2,h3{break-after:avoid}:root{--paper:#fff;--raised:#fff;--ink:#000;--faint:#444;--rule:#bbb;--accent:#000}body{font-size:10pt}
main,header,footer{max-width:none;padding:0}}
`
