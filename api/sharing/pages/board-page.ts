import { type RenderedPage, renderPage } from '../../pictures/page.ts'
import { PAGE_STYLE } from '../../pictures/page-style.ts'
import { escapeText } from '../../pictures/svg.ts'
import { dayNumber, dayText } from '../../pictures/time-axis.ts'
import type { SharedBoard } from '../share.schema.ts'

type Card = SharedBoard['columns'][number]['cards'][number]

const STYLE = `
.board{display:grid;grid-template-columns:repeat(auto-fit,minmax(14rem,1fr));gap:1rem;align-items:start;margin:1rem 0}
.board h2{margin:0 0 .4rem;font-size:1rem}
.board ul{list-style:none;margin:0;padding:0;display:grid;gap:.5rem}
.board li{background:var(--raised);border:1px solid var(--rule);border-radius:6px;padding:.5rem .7rem;break-inside:avoid;overflow-wrap:anywhere}
.board p{margin:.2rem 0 0;font-size:.875rem}
@media print{@page{size:A4 landscape;margin:11mm}header{padding-top:0}.board{grid-template-columns:repeat(4,1fr);gap:.5rem;font-size:8pt}.board h2{break-after:avoid}.board ul{gap:.2rem}.board li{padding:.2rem .4rem}.board p{font-size:7pt}}
`

/** A shared board to look at: one document without script. */
export function boardPage(board: SharedBoard, label: string): RenderedPage {
  const { project, columns } = board
  const shown = columns.reduce((sum, column) => sum + column.cards.length, 0)
  const cut = board.truncated ? `<p>Only the first ${shown} cards are shown.</p>` : ''
  const body = `<header>
<h1>${escapeText(project.name)}</h1>
<p class="faint">${escapeText(['Board', project.short_id, ...(label === '' ? [] : [label])].join(' · '))}</p>
${cut}</header>
<main><div class="board">${columns.map(drawColumn).join('')}</div></main>
<footer><p>Shared read-only. Whoever holds the address of this page can see it.</p></footer>`
  return renderPage({ title: `${project.name}: board`, style: PAGE_STYLE + STYLE, body })
}

function drawColumn({ label, cards }: SharedBoard['columns'][number]): string {
  const heading = `<h2>${escapeText(label)} <span class="faint">${cards.length}</span></h2>`
  return `<section>${heading}<ul>${cards.map(drawCard).join('')}</ul></section>`
}

function drawCard(card: Card): string {
  const facts = [
    card.short_id,
    ...(card.is_milestone ? ['milestone'] : []),
    ...(card.percent_complete > 0 && card.percent_complete < 100
      ? [`${Math.round(card.percent_complete)} % done`]
      : []),
    ...(card.due_date === null ? [] : [dayText(dayNumber(card.due_date))]),
    ...(card.assignee === null ? [] : [card.assignee]),
  ]
  return `<li>${escapeText(card.name)}<p class="faint">${escapeText(facts.join(' · '))}</p></li>`
}
