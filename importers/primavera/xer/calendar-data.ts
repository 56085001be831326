// The nested text in which a calendar's days stand: nodes in parentheses, each with a text and nodes inside. Writers differ
// in how deep they nest, in the order of shifts and in the marks between nodes, so that days and shifts are looked for by
// what they say and not by where they stand.

import { dayOfSerial, minuteOf, minutesOfShift } from '../shift-times.ts'

interface DataNode {
  text: string
  readonly inside: DataNode[]
}

export interface CalendarDays {
  /** Minutes worked on each weekday, Monday first. */
  readonly week: readonly (number | null)[]
  /** The minute at which each of them begins. */
  readonly starts: readonly (number | null)[]
  readonly exceptions: readonly { readonly day: number; readonly minutes: number }[]
}

const MAX_DEPTH = 64
const SUNDAY_FIRST_TO_MONDAY_FIRST = [6, 0, 1, 2, 3, 4, 5]
/** Line ends of the database, which exports keep as a control character. */
const NOISE = /[\u007f\s]+/g

/** Days of a calendar; null where the text is none of this grammar. */
export function readCalendarData(text: string): CalendarDays | null {
  const root = readNodes(text)
  const days = root === null ? undefined : find(root, 'DaysOfWeek')
  if (root === null || days === undefined) return null
  const week: (number | null)[] = [null, null, null, null, null, null, null]
  const starts: (number | null)[] = [null, null, null, null, null, null, null]
  walk(days, (node) => {
    const weekday = /^\d+\|+([1-7])$/.exec(node.text)?.[1]
    if (weekday === undefined) return true
    const at = SUNDAY_FIRST_TO_MONDAY_FIRST[Number(weekday) - 1] as number
    if (week[at] !== null) return false
    const worked = shiftsInside(node)
    week[at] = worked.minutes
    starts[at] = worked.start
    return false
  })
  const exceptions: { day: number; minutes: number }[] = []
  const listed = find(root, 'Exceptions')
  if (listed !== undefined)
    walk(listed, (node) => {
      const serial = node.inside.map(({ text: own }) => /(?:^|\|)d\|(\d{1,6})/.exec(own)?.[1]).find((own) => own)
      const day = serial === undefined ? null : dayOfSerial(Number(serial))
      if (day === null) return true
      exceptions.push({ day, minutes: shiftsInside(node).minutes })
      return false
    })
  return { week, starts, exceptions }
}

/** The text as a tree, whatever stands in it; null where the parentheses do not close or nest absurdly. */
function readNodes(text: string): DataNode | null {
  const root: DataNode = { text: '', inside: [] }
  const open = [root]
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character !== '(' && character !== ')') continue
    const node = open.at(-1) as DataNode
    node.text += text.slice(from, at).replace(NOISE, '')
    from = at + 1
    if (character === '(') {
      const inner: DataNode = { text: '', inside: [] }
      node.inside.push(inner)
      if (open.push(inner) > MAX_DEPTH) return null
    } else if (open.length === 1) return null
    else open.pop()
  }
  return open.length === 1 ? root : null
}

/** Visits what is inside a node, and goes on inside of what the visitor returns true for. */
function walk(node: DataNode, visit: (node: DataNode) => boolean): void {
  for (const inner of node.inside) if (visit(inner)) walk(inner, visit)
}

function find(root: DataNode, name: string): DataNode | undefined {
  let found: DataNode | undefined
  walk(root, (node) => {
    if (found === undefined && node.text.endsWith(`|${name}`)) found = node
    return found === undefined
  })
  return found
}

function isShift({ text }: DataNode): boolean {
  return /(?:^|\|)s\|/.test(text) && /(?:^|\|)f\|/.test(text)
}

function shiftsInside(node: DataNode): { minutes: number; start: number | null } {
  let minutes = 0
  let start: number | null = null
  const add = (inner: DataNode) => {
    if (isShift(inner)) {
      const from = /(?:^|\|)s\|(\d{1,2}:\d{2})/.exec(inner.text)?.[1]
      const to = /(?:^|\|)f\|(\d{1,2}:\d{2})/.exec(inner.text)?.[1]
      if (from !== undefined && to !== undefined) {
        minutes += minutesOfShift(from, to)
        start = Math.min(start ?? minuteOf(from), minuteOf(from))
      }
    }
    return true
  }
  walk(node, add)
  return { minutes: Math.min(minutes, 1440), start }
}
