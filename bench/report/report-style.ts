/** The whole of the page's style. Colours are named once for light and once for dark. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --page: #fbfbfa; --card: #ffffff; --text: #1c1e21; --muted: #666b73; --line: #dfe1e5;
  --grid: #e8eaed; --ours: #1f5fbf; --peer: #a35b00; --met: #17703c; --missed: #b3261e; --track: #e8eaed; }
@media (prefers-color-scheme: dark) { :root { --page: #14161a; --card: #1b1e23; --text: #e6e8eb; --muted: #9aa0a8;
  --line: #32363d; --grid: #2a2e34; --ours: #7fb0ff; --peer: #f0a550; --met: #6fcf97; --missed: #ff8a80; --track: #2a2e34; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1200px; padding: 28px 24px 80px; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 26px; margin: 0 0 4px; } h2 { font-size: 20px; margin: 40px 0 8px; } h3 { font-size: 16px; margin: 0 0 2px; }
p { margin: 4px 0 10px; max-width: 78ch; } a { color: var(--ours); }
.muted { color: var(--muted); } .met { color: var(--met); white-space: nowrap; } .missed { color: var(--missed); white-space: nowrap; }
.warning, .failure { border-left: 4px solid var(--missed); padding: 6px 12px; background: var(--card); }
.tiles { display: flex; flex-wrap: wrap; gap: 12px; margin: 18px 0; }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 12px 16px; min-width: 150px; }
.tile b { display: block; font-size: 24px; font-variant-numeric: tabular-nums; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 16px 18px; margin: 14px 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; margin: 6px 0 12px; }
th, td { text-align: left; padding: 4px 14px 4px 0; border-bottom: 1px solid var(--line); vertical-align: top; white-space: nowrap; }
th { color: var(--muted); font-weight: 500; }
.figures td:last-child, .card td:last-child, .missing td:last-child { white-space: normal; min-width: 220px; }
.plot { display: block; width: 100%; max-width: 860px; height: auto; margin: 8px 0; }
.pair { display: flex; flex-wrap: wrap; gap: 16px; } .pair .plot { flex: 1 1 340px; max-width: 460px; }
svg text { font: 12px system-ui, sans-serif; fill: var(--text); } svg .tick { fill: var(--muted); font-size: 11px; }
svg .title { font-size: 12.5px; font-weight: 600; } svg .grid { stroke: var(--grid); }
.ours circle { fill: var(--ours); } .peer circle { fill: var(--peer); } .dots circle { fill-opacity: 0.4; }
.interval { stroke-width: 3; } .median { stroke-width: 2.5; } .ours .interval, .ours .median { stroke: var(--ours); }
.peer .interval, .peer .median { stroke: var(--peer); } .line { fill: none; stroke: var(--ours); stroke-width: 2; }
.peer .label { fill: var(--muted); } .ours .label { font-weight: 600; }
.track { fill: var(--track); } .bar-met { fill: var(--met); } .bar-missed { fill: var(--missed); } .bar-unjudged { fill: var(--muted); } .faster circle { fill: var(--met); } .faster .interval { stroke: var(--met); } .slower circle { fill: var(--missed); }
.slower .interval { stroke: var(--missed); } .level circle { fill: var(--muted); } .level .interval { stroke: var(--muted); }
.legend { font-size: 13px; } .share .aim, .ratio .aim { stroke: var(--text); stroke-width: 1.5; }
nav { display: flex; flex-wrap: wrap; gap: 4px 14px; font-size: 13px; margin: 8px 0 0; }
@media print { article { break-inside: avoid; } body { max-width: none; } }
`
