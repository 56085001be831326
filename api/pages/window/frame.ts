import { drawSizes, FIGURE_STYLE, type FigureLook } from '../../pictures/figure.ts'
import { type RenderedPage, renderPage } from '../../pictures/page.ts'
import { PAGE_STYLE } from '../../pictures/page-style.ts'
import { PICTURE_STYLE } from '../../pictures/picture-style.ts'
import { escapeText } from '../../pictures/svg.ts'
import { dayNumber, dayText } from '../../pictures/time-axis.ts'
import { WINDOW_STYLE } from './window-style.ts'

export interface FramedPage {
  readonly title: string
  readonly main: string
  /** How the person is called; null before somebody signed in. */
  readonly person: string | null
  /** Of the page alone. */
  readonly style?: string
  /** The project whose changes the page follows. */
  readonly follows?: string
  /** Whether what it shows is still under way, so that the script looks again. */
  readonly renews?: boolean
}

/** A page of the window: where one is, the way back and out, and what the page shows. */
export function framed(page: FramedPage): RenderedPage {
  const signedIn =
    page.person === null
      ? ''
      : `<a href="/">Projects</a> <a href="/import/">Import a plan</a> <form method="post" action="/sign-out/"><span class="faint">${escapeText(page.person)}</span> <button>Sign out</button></form>`
  const body = `<a class="skip" href="#main">Skip to the content</a>
<nav class="bar-top" aria-label="Service"><b>Schedules</b> ${signedIn}</nav>
<main id="main"${page.follows === undefined ? '' : ` data-follows="${escapeText(page.follows)}"`}${page.renews ? ' data-renews="true"' : ''}>
${page.main}
</main>`
  const style = PAGE_STYLE + PICTURE_STYLE + FIGURE_STYLE + WINDOW_STYLE + (page.style ?? '')
  return renderPage({ title: page.title, style, body, isInteractive: true })
}

export function noticeInWindow(title: string, text: string, person: string | null): RenderedPage {
  return framed({ title, person, main: `<h1>${escapeText(title)}</h1><p>${escapeText(text)}</p>` })
}

export function shown(date: string | null | undefined): string {
  return date == null ? '–' : dayText(dayNumber(date))
}

export function drawFacts(facts: readonly (readonly [value: string, name: string])[]): string {
  const items = facts.map(([value, name]) => `<li><b>${escapeText(value)}</b><span>${escapeText(name)}</span></li>`)
  return `<ul class="facts">${items.join('')}</ul>`
}

/** The same picture for a screen, a tablet and a phone. */
export function drawFigure(draw: (look: FigureLook) => string, caption: string): string {
  return `<figure>${drawSizes(draw)}<figcaption>${escapeText(caption)}</figcaption></figure>`
}

export function drawTable(heads: readonly string[], rows: readonly (readonly string[])[], label: string): string {
  // A column of sentences needs more room on a phone than one of dates.
  const isProse = (at: number) => rows.some((cells) => textLength(cells[at] ?? '') > PROSE_LENGTH)
  const head = heads
    .map((text, at) => `<th scope="col"${isProse(at) ? ' class="prose"' : ''}>${escapeText(text)}</th>`)
    .join('')
  const lines = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
  return `<div class="scroll" role="region" tabindex="0" aria-label="${escapeText(label)}"><table><thead><tr>${head}</tr></thead><tbody>${lines.join('')}</tbody></table></div>`
}

const PROSE_LENGTH = 36

function textLength(cell: string): number {
  return cell.replace(/<[^>]*>/g, '').length
}

const TABS = [
  ['', 'Schedule'],
  ['forecast/', 'Forecast'],
  ['changes/', 'Changes'],
  ['load/', 'People'],
  ['check/', 'Check'],
  ['import/', 'Import'],
  ['share/', 'Share'],
] as const
export type Tab = (typeof TABS)[number][0]

export function projectHead(project: { id: string; name: string }, tab: Tab): string {
  const items = TABS.map(([path, name]) => {
    const current = path === tab ? ' aria-current="page"' : ''
    return `<li><a href="/projects/${project.id}/${path}"${current}>${name}</a></li>`
  })
  return `<h1>${escapeText(project.name)}</h1><nav aria-label="Project"><ul class="tabs">${items.join('')}</ul></nav>`
}
