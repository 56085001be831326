/** The colour scheme of a picture that stands alone; `auto` follows whoever looks at it. */
export type Scheme = 'auto' | 'light' | 'dark'

const LIGHT = `
--paper:#fff;--ink:#1b2430;--faint:#5d6875;--rule:#d5dbe2;--grid:#e7ebef;--off:#eef1f4;--holiday:#dde6ee;
--task:#b9d3ee;--task-edge:#3f76ad;--task-done:#2b5f97;--past:#d3d8de;--past-edge:#8a95a1;--past-done:#7b8692;
--critical:#f6c9bd;--critical-edge:#b3311b;--critical-done:#96220f;--link:#8492a0;--data:#1f7a4d;--today:#8a4fb8;
--p50:#2b5f97;--p80:#8a4fb8;--p95:#b3311b;--curve:#1b2430;--series-1:#2b5f97;--series-2:#b3311b;
--backlog:#dfe4ea;--not-started:#b4c2d1;--in-progress:#f0b860;--review:#9b6fc4;--complete:#3d8f66`
const DARK = `
--paper:#14191f;--ink:#e6eaee;--faint:#a3aeb9;--rule:#3a444f;--grid:#262e36;
--off:#1c232a;--holiday:#27323d;--task:#2c4d70;--task-edge:#7fb2e5;--task-done:#8fc0f0;--past:#39424c;--past-edge:#77828e;
--past-done:#8d98a4;--critical:#5a2a22;--critical-edge:#ff8d75;--critical-done:#ffab99;--link:#7a8794;--data:#5fd39a;
--today:#cf9cf5;--p50:#8fc0f0;--p80:#cf9cf5;--p95:#ff8d75;--curve:#e6eaee;--series-1:#8fc0f0;--series-2:#ff8d75;
--backlog:#343d47;--not-started:#5d6c7d;--in-progress:#c98f35;--review:#9a72bf;--complete:#3f9a70`
const PRINT = `@media print{.picture{--paper:#fff;--ink:#000;--faint:#444;--rule:#bbb;--grid:#ddd;--off:#eee;--holiday:#dfdfdf;
--task:#c9dcf0;--task-edge:#2b5f97;--task-done:#2b5f97;--past:#ddd;--past-edge:#777;--past-done:#777;--critical:#f6c9bd;
--critical-edge:#8f1f0c;--critical-done:#8f1f0c;--link:#666;--data:#0d5c36;--today:#6b3596;--p50:#2b5f97;--p80:#6b3596;
--p95:#8f1f0c;--curve:#000;--series-1:#1d4c80;--series-2:#8f1f0c;--backlog:#f0f0f0;--not-started:#c9d2db;
--in-progress:#e9b55f;--review:#8f66b5;--complete:#2a6e4c;print-color-adjust:exact;-webkit-print-color-adjust:exact}}`
const BASE = `display:block;max-width:100%;height:auto;
font-family:system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif`
const MARKS = `
.picture text{fill:var(--ink);font-size:12px;font-variant-numeric:tabular-nums}
.picture .small{font-size:10.5px}
.picture .faint{fill:var(--faint)}
.picture .over{paint-order:stroke;stroke:var(--paper);stroke-width:3px;stroke-linejoin:round}
.picture .strong{font-weight:600}
.picture .paper{fill:var(--paper)}
.picture .rule{stroke:var(--rule);fill:none}
.picture .grid{stroke:var(--grid);fill:none}
.picture .off{fill:var(--off)}
.picture .holiday{fill:var(--holiday)}
.picture .task{fill:var(--task);stroke:var(--task-edge)}
.picture .task-done{fill:var(--task-done)}
.picture .past{fill:var(--past);stroke:var(--past-edge)}
.picture .past-done{fill:var(--past-done)}
.picture .critical{stroke:var(--critical-edge);stroke-width:1.4}
.picture .critical-done{fill:var(--critical-done)}
.picture .hatch-ground{fill:var(--critical)}
.picture .hatch-line{stroke:var(--critical-edge);stroke-width:1.3}
.picture .ghost{fill:var(--faint);fill-opacity:.55}
.picture .ghost-point{fill:none;stroke:var(--faint);stroke-width:1.2;stroke-dasharray:2 1.5}
.picture .summary{fill:var(--ink)}
.picture .summary-done{fill:var(--paper)}
.picture .milestone{fill:var(--ink);stroke:var(--ink);stroke-linejoin:round}
.picture .milestone.past{fill:var(--past-done);stroke:var(--past-done)}
.picture .milestone.critical{fill:var(--critical-edge);stroke:var(--critical-edge)}
.picture .link{stroke:var(--link);fill:none}
.picture .link-head{fill:var(--link)}
.picture .link.hot{stroke:var(--critical-edge);stroke-width:1.4}
.picture .link-head.hot{fill:var(--critical-edge)}
.picture .data-line{stroke:var(--data);stroke-width:1.6;fill:none}
.picture text.data{fill:var(--data);font-weight:600}
.picture .today-line{stroke:var(--today);stroke-width:1.6;stroke-dasharray:2 3;fill:none}
.picture text.today{fill:var(--today);font-weight:600}
.picture .deadline{stroke:var(--data);stroke-width:1.6;fill:none}
.picture .deadline.missed{stroke:var(--critical-edge);stroke-width:2.4}
.picture .histogram{fill:var(--task);stroke:var(--task-edge);stroke-width:.6}
.picture .curve{stroke:var(--curve);stroke-width:2;fill:none;stroke-linejoin:round}
.picture .p50{stroke:var(--p50)}
.picture .p80{stroke:var(--p80)}
.picture .p95{stroke:var(--p95)}
.picture .percentile{stroke-width:1.6;fill:none}
.picture text.p50{fill:var(--p50);stroke:none;font-weight:600}
.picture text.p80{fill:var(--p80);stroke:none;font-weight:600}
.picture text.p95{fill:var(--p95);stroke:none;font-weight:600}
.picture .series-1{stroke:var(--series-1);stroke-width:2.2;fill:none;stroke-linejoin:round}
.picture .series-2{stroke:var(--series-2);stroke-width:2.2;fill:none;stroke-linejoin:round;stroke-dasharray:9 3}
.picture .series-3{stroke:var(--ink);stroke-width:1.6;fill:none;stroke-linejoin:round;stroke-dasharray:2 2}
.picture .even{stroke:var(--faint);stroke-width:1.4;fill:none;stroke-dasharray:6 4}
.picture .baseline{stroke:var(--today);stroke-width:1.6;fill:none;stroke-dasharray:10 3 2 3}
.picture .cut{stroke:var(--paper);stroke-width:3;fill:none}
.picture .dot{fill:var(--paper);stroke-dasharray:none}
.picture .committed{fill:var(--past);stroke:var(--past-edge)}
.picture .completed{fill:var(--task-done);stroke:var(--task-edge)}
.picture .uncounted{fill:none;stroke:var(--task-edge);stroke-dasharray:3 2}
.picture .spread{fill:var(--faint);fill-opacity:.16}
.picture .band{stroke:var(--paper);stroke-width:.8}
.picture .backlog{fill:var(--backlog)}
.picture .not-started{fill:var(--not-started)}
.picture .in-progress{fill:var(--in-progress)}
.picture .review{fill:var(--review)}
.picture .complete{fill:var(--complete)}
.picture .planned-line{stroke:var(--ink);stroke-width:1.6;stroke-dasharray:6 4;fill:none}
`

/** Colours and faces of all pictures. A page writes it once into its own style; a picture that stands alone carries it. */
export const PICTURE_STYLE = pictureStyle('auto')

/** The same in one scheme: what is not seen in a browser is asked for no preference. */
export function pictureStyle(scheme: Scheme): string {
  const colours = scheme === 'dark' ? DARK : LIGHT
  const preference = scheme === 'auto' ? `\n@media (prefers-color-scheme:dark){.picture{${DARK}}}` : ''
  const print = scheme === 'dark' ? '' : `\n${PRINT}`
  return `\n.picture{${colours};${BASE}}${preference}${print}${MARKS}`
}

/** The same with every colour written out, for what draws without a browser; `auto` is light there. */
export function flatPictureStyle(scheme: Scheme): string {
  const colours = new Map<string, string>()
  for (const [, name, value] of (scheme === 'dark' ? DARK : LIGHT).matchAll(/(--[\w-]+):([^;]+)/g))
    colours.set(name as string, value as string)
  const marks = MARKS.replace(/var\((--[\w-]+)\)/g, (_, name: string) => colours.get(name) ?? 'none')
  return `.picture text{font-family:"DejaVu Sans"}${marks}`
}
