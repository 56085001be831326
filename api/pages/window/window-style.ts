const INDENTS = Array.from(
  { length: 10 },
  (_, depth) => `.gantt .d${depth}{padding-left:${0.4 + depth * 0.8}rem}`,
).join('')

/** What signed-in pages have beside the style of all pages. */
export const WINDOW_STYLE = `
main{max-width:none;padding-top:.8rem;padding-bottom:2rem}
.bar-top{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;align-items:baseline;padding:.5rem 1rem;border-bottom:1px solid var(--rule)}
.bar-top form{margin-left:auto}
.tabs{display:flex;flex-wrap:wrap;gap:.3rem 1.1rem;list-style:none;margin:.6rem 0;padding:0}
.tabs a[aria-current]{font-weight:600;color:var(--ink);text-decoration-thickness:3px}
button,input,select{font:inherit;color:var(--ink);background:var(--raised);border:1px solid var(--faint);border-radius:5px;padding:.25rem .55rem;max-width:100%}
button{cursor:pointer}
label{display:inline-flex;gap:.4rem;align-items:center}
.tools{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin:.6rem 0}
.stack{display:grid;grid-template-columns:minmax(0,1fr);gap:.7rem;max-width:26rem}
.stack label{display:grid;grid-template-columns:minmax(0,1fr);gap:.15rem}
.stack label.check{display:flex}
.facts{display:flex;flex-wrap:wrap;gap:.4rem 2rem;margin:.8rem 0;padding:0;list-style:none}
.facts b{display:block;font-size:1.15rem;font-variant-numeric:tabular-nums}
.facts span{color:var(--faint);font-size:.875rem}
.notice{margin:.8rem 0;padding:.5rem .8rem;border-left:4px solid var(--accent);background:var(--raised);max-width:48rem}
.live{position:sticky;top:0;z-index:5}
figure{margin:1rem 0}
figcaption{color:var(--faint);font-size:.875rem;max-width:60rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip:not(:focus){position:absolute;left:-99rem}
.defs{position:absolute}
.gantt{--name:20rem;--when:5.2rem;--lane:minmax(480px,1fr);overflow:auto;max-height:80vh;border:1px solid var(--rule);font-size:.8rem;position:relative}
.gantt .table{width:max-content;min-width:100%}
.gantt .row{display:grid;grid-template-columns:var(--name) var(--when) var(--when) var(--lane);height:26px;line-height:26px;border-bottom:1px solid var(--rule)}
.gantt .head{position:sticky;top:0;z-index:4;background:var(--paper)}
.gantt .head .row{height:39px}
.gantt .head .name,.gantt .head .date{line-height:38px;font-weight:600}.gantt .head .name{padding-left:.6rem}
.gantt .name{position:sticky;left:0;z-index:3;background:var(--paper);overflow:hidden;white-space:nowrap;text-overflow:ellipsis;padding-right:.4rem;border-right:1px solid var(--rule)}
.gantt .name .wbs{color:var(--faint);font-size:.72rem}
.gantt .date{white-space:nowrap;font-variant-numeric:tabular-nums;padding:0 .3rem;position:relative;z-index:1}
h2.page{margin-top:.8rem}
.gantt a.text{color:inherit;text-decoration:none}.gantt a.text:hover,.gantt a.text:focus-visible{text-decoration:underline}
.gantt .row.summary{font-weight:600}
.gantt .row.summary .text{font-weight:600}
.gantt .lane{position:relative;min-width:0;display:block}
.gantt .lane svg.bar,.gantt .lane svg.axis{width:100%;max-width:none;display:block;height:auto}
.gantt .lane svg.bar{height:26px;position:relative}
.gantt .lane svg.axis{height:38px;display:none}
.zoom-fit .axis-fit,.zoom-day .axis-day,.zoom-week .axis-week,.zoom-month .axis-month,.zoom-quarter .axis-quarter{display:block!important}
.gantt .body{position:relative}
.gantt .chunk{content-visibility:auto;contain-intrinsic-block-size:auto 1300px;position:relative}
.gantt svg.back,.gantt svg.links{position:absolute;left:calc(var(--name) + 2*var(--when));width:calc(100% - var(--name) - 2*var(--when));top:0;height:100%;max-width:none;pointer-events:none}
.gantt svg.links path{vector-effect:non-scaling-stroke}
.gantt.no-links svg.links{display:none}
.gantt .fold{border:0;background:none;padding:0 .2rem;margin-left:-.3rem;line-height:1;min-width:1.5rem;min-height:24px}
.gantt .hidden{display:none}
.gantt .row:target .name{background:var(--raised);outline:2px solid var(--accent)}
${INDENTS}
tr.failed td:first-child::before{content:"✗ "}
.scroll:focus-visible,.gantt:focus-visible{outline-offset:-2px}
@media screen and (max-width:48rem){.scroll td{min-width:4.5rem}.scroll td:last-child:not(:first-child){min-width:9rem}.scroll th.prose{min-width:13rem}
.gantt{--name:9.5rem;--when:0rem}.gantt .date{display:none}.gantt .row{grid-template-columns:var(--name) var(--lane)}}
@media print{@page{size:A4 landscape;margin:10mm}.bar-top,.tabs,.tools,.live,.no-print{display:none}
.gantt{max-height:none;overflow:visible;border:0;font-size:9.5pt;zoom:.75}.gantt .table{display:table;width:100%;table-layout:fixed;border-collapse:collapse}
.gantt .head{display:table-header-group;position:static;break-inside:avoid}.gantt .body,.gantt .chunk{display:contents}
.gantt .row,.gantt .head .row{display:table-row;height:auto;break-inside:avoid}.gantt .row>span{display:table-cell;vertical-align:middle;border-bottom:1px solid var(--rule);position:static}
.gantt .row>.hidden,.gantt .row.hidden{display:none}
.gantt .name{width:27%;max-width:0}.gantt .date{width:7.5%}.gantt .lane{width:58%}.gantt .chunk .row>.lane{position:relative}
.gantt .lane svg.axis{display:none!important}.gantt .lane svg.axis-fit{display:block!important}
.gantt svg.back,.gantt svg.links{display:none}.gantt .fold{display:none}
h2{break-after:avoid}h2+figure{break-before:avoid}figure{break-inside:avoid}}
`
