import { picture, pictureSize } from './picture.ts'
import type { Scheme } from './picture-style.ts'
import { coordinate, element, escapeText, fitText, label, textWidth } from './svg.ts'

/** A person, and percent of the time there is that the tasks of each week take. */
export interface LoadPerson {
  readonly name: string
  readonly weeks: readonly number[]
}

export interface LoadInput {
  readonly id: string
  readonly title: string
  /** ISO weeks, `2026-W07`, one for each number of every person. */
  readonly weeks: readonly string[]
  readonly people: readonly LoadPerson[]
  /** The first and the last week in which there is work, so that what lies beyond the weeks drawn is said. */
  readonly workWeeks?: readonly [first: string, last: string] | undefined
  /** Why there is nothing to draw, where there is not. */
  readonly notice?: string | undefined
  readonly isStandalone?: boolean
  readonly scheme?: Scheme | undefined
  readonly width?: number | undefined
  readonly layout?: 'wide' | 'narrow'
}

/** More would be a wall; who is asked for too much comes first. */
export const LOAD_PEOPLE = 40

const SMALL = 10.5
const BAND = 62
const PLOT = 44
const TOP = 64
/** Room of a week's name, the widest with its year. */
const WEEK_WIDTH = 44
/** The least that a band reaches to, and the most: one week of ten times the time would make all others strokes. */
const TOP_PERCENT = { least: 200, most: 400 }

/** People by their greatest week, and by name where those are equal. */
export function byGreatestLoad(people: readonly LoadPerson[]): LoadPerson[] {
  const peak = (person: LoadPerson) => Math.max(0, ...person.weeks)
  return people.toSorted((left, right) => peak(right) - peak(left) || (left.name < right.name ? -1 : 1))
}

/** A histogram of weeks for each person; a line marks all of the time there is. */
export function loadSvg(input: LoadInput): string {
  const { isWide, width } = pictureSize(input)
  const shown = byGreatestLoad(input.people).slice(0, LOAD_PEOPLE)
  const left = isWide ? 230 : 8
  const right = width - (isWide ? 56 : 44)
  const nameHeight = isWide ? 0 : 16
  const band = BAND + nameHeight
  const bottom = TOP + band * Math.max(1, shown.length)
  const top = topPercent(shown)
  const step = (right - left) / Math.max(1, input.weeks.length)
  const bands = shown.map((person, index) => {
    const floor = TOP + band * index + nameHeight + PLOT + 12
    const full = floor - (PLOT * 100) / top
    const numbers: string[] = []
    const bars = person.weeks.map((percent, week) => {
      if (percent <= 0) return ''
      const isCut = percent > top
      const height = (PLOT * Math.min(percent, top)) / top
      const x = left + step * week
      const kind = percent > 100 ? 'critical-done' : 'task-done'
      const place = { class: kind, x: x + 1, y: floor - height, width: Math.max(1, step - 2), height }
      const title = `<title>${escapeText(`${person.name}, ${input.weeks[week]}: ${percent} %`)}</title>`
      // A number that the line of all the time there is would strike out stands above that line.
      const above = floor - height - 3
      const y = above > full - 3 && above - 10 < full ? full - 3 : above
      if (step >= 26 || (isCut && isGreatest(person.weeks, week))) {
        numbers.push(label(String(percent), { x: x + step / 2, y, class: 'over small', anchor: 'middle' }))
      }
      return element('rect', place, title) + (isCut ? cutMark(place) : '')
    })
    const peak = Math.max(0, ...person.weeks)
    const upTo = peak > 100 ? `up to ${peak} %` : ''
    const isNarrowOver = !isWide && upTo !== ''
    const name = label(fitText(person.name, 12, isWide ? left - 36 : right - left - (isNarrowOver ? 108 : 0)), {
      x: isWide ? 12 : left,
      y: isWide ? floor - 14 : floor - PLOT - 14,
      class: peak > 100 ? 'strong' : '',
    })
    const said = isWide
      ? label(upTo, { x: 12, y: floor, class: 'small faint' })
      : label(upTo, { x: right, y: floor - PLOT - 14, class: 'small faint', anchor: 'end' })
    const rules =
      element('path', { class: 'rule', d: `M${left} ${coordinate(floor)}H${right}` }) +
      element('path', { class: 'even', d: `M${left} ${coordinate(full)}H${right}` }) +
      label('100 %', { x: right + 4, y: full + 4, class: 'small faint' }) +
      label(`${top} %`, { x: right + 4, y: floor - PLOT + 4, class: 'small faint' })
    return name + said + rules + bars.join('') + numbers.join('')
  })
  let yearTold = ''
  const everyNth = Math.max(1, Math.ceil(WEEK_WIDTH / step))
  const heads = input.weeks.map((week, index) => {
    if (index % everyNth !== 0) return ''
    // The first of each year says which.
    const year = week.slice(0, 4)
    const text = year === yearTold ? week.slice(5) : week
    yearTold = year
    // The first of a phone's would begin outside of the picture.
    const x = Math.max(left + step * (index + 0.5), textWidth(text, SMALL) / 2 + 2)
    return label(text, { x, y: 54, class: 'small faint', anchor: 'middle' })
  })
  const text = loadInWords(input)
  const empty = shown.length === 0 ? label(peopleInWords(input), { x: 12, y: TOP + 24, class: '' }) : ''
  const title = label(fitText(input.title, 13.5, width - 24), { x: 12, y: 22, class: 'strong' })
  const beyond = label(fitText(isWide ? beyondInWords(input) : beyondInShort(input), SMALL, width - 24), {
    x: 12,
    y: 37,
    class: 'small faint',
  })
  const drawn = [title, beyond, ...heads, ...bands, empty]
  return picture({ ...input, description: text, width, height: bottom + 8 }, drawn)
}

/** One scale for all: hundreds that hold the greatest week, so that twice as much is twice as high. */
function topPercent(people: readonly LoadPerson[]): number {
  const greatest = people.reduce((most, { weeks }) => Math.max(most, ...weeks), 0)
  return Math.min(TOP_PERCENT.most, Math.max(TOP_PERCENT.least, Math.ceil(greatest / 100) * 100))
}

function isGreatest(weeks: readonly number[], week: number): boolean {
  return weeks.indexOf(Math.max(...weeks)) === week
}

/** A gap through the top of a bar that is higher than there is room for. */
function cutMark({ x, y, width }: { readonly x: number; readonly y: number; readonly width: number }): string {
  const half = coordinate(width / 2)
  return element('path', { class: 'cut', d: `M${coordinate(x - 1)} ${coordinate(y + 8)}l${half} -4l${half} 4l2 -1` })
}

/** Work before and after the weeks that are drawn; empty where there is none. */
function beyondInWords({ weeks, workWeeks }: Pick<LoadInput, 'weeks' | 'workWeeks'>): string {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (workWeeks === undefined || first === undefined || last === undefined) return ''
  const [begins, ends] = workWeeks
  if (ends < first || begins > last) return `Not in these weeks: the work is from ${begins} to ${ends}.`
  const before = begins < first ? [`began in ${begins}`] : []
  const after = ends > last ? [`goes on to ${ends}`] : []
  const parts = [...before, ...after]
  return parts.length === 0 ? '' : `Only ${first} to ${last} are shown: the work ${parts.join(' and ')}.`
}

function beyondInShort(input: Pick<LoadInput, 'weeks' | 'workWeeks'>): string {
  if (beyondInWords(input) === '' || input.workWeeks === undefined) return ''
  const [begins, ends] = input.workWeeks
  return `${input.weeks[0]} to ${input.weeks.at(-1)}; the work: ${begins} to ${ends}`
}

/** Who is asked for more than there is, and when most. */
export function loadInWords(input: Pick<LoadInput, 'people' | 'weeks' | 'workWeeks' | 'notice'>): string {
  const beyond = beyondInWords(input)
  return `${peopleInWords(input)}${beyond === '' ? '' : ` ${beyond}`}`
}

function peopleInWords({ people, weeks, notice }: Pick<LoadInput, 'people' | 'weeks' | 'notice'>): string {
  if (notice !== undefined) return notice
  if (people.length === 0) return 'Nobody is on the roster or assigned to a task.'
  const over = byGreatestLoad(people).filter((person) => person.weeks.some((percent) => percent > 100))
  const span = `From ${weeks[0]} to ${weeks.at(-1)}`
  const cut =
    people.length > LOAD_PEOPLE ? ` The ${LOAD_PEOPLE} with the greatest load of ${people.length} are shown.` : ''
  if (over.length === 0) return `${span} nobody is asked for more than there is.${cut}`
  const named = over.slice(0, 5).map((person) => {
    const peak = Math.max(...person.weeks)
    return `${person.name} (${peak} % in ${weeks[person.weeks.indexOf(peak)]})`
  })
  const more = over.length > named.length ? ` and ${over.length - named.length} more` : ''
  return `${span} more is asked than there is of ${named.join(', ')}${more}.${cut}`
}
