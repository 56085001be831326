// Links and work of nodes, which the planner knows for activities only, as texts that people can read. Rows go by their
// codes and resources by their names, because the planner gives numbers of its own.

import { type KeptLag, lagComment, readLagComment } from './kept-lag.ts'

/** What the planner takes for one value. */
const MOST_CHARACTERS = 255
const SEPARATOR = '; '
const LINK = /^(FS|SS|FF|SF) ([^;]{1,200}?)(?: \((Plan lag: [^()]+)\))?$/
const WORK = /^(\d{1,9}(?:\.\d{1,18})?) of ([^;]{1,200}) for (\d{1,12}(?:\.\d{1,9})?) minutes$/
const NOBODY = 'nobody yet'

export interface KeptLink {
  readonly type: string
  readonly code: string
  readonly lag: KeptLag
}

export interface KeptWork {
  readonly units: number
  readonly name: string | null
  readonly minutes: number
}

/** How a list calls a node, whose code an activity may have too. */
export function nodeName(code: string | null): string | null {
  return code === null ? null : `WBS ${code}`
}

const USUAL: KeptLag = { amount: 0, format: 7 }

export function linksText(links: readonly KeptLink[]): string {
  return joined(
    links.map(({ type, code, lag }) => {
      const isUsual = lag.amount === USUAL.amount && lag.format === USUAL.format
      return `${type} ${code}${isUsual ? '' : ` (${lagComment(lag) ?? ''})`}`
    }),
    (item) => LINK.test(item),
  )
}

export function readLinks(text: string | undefined): KeptLink[] {
  return (text ?? '').split(SEPARATOR).flatMap((item) => {
    const [, type, code, lag] = LINK.exec(item) ?? []
    if (type === undefined || code === undefined) return []
    return [{ type, code, lag: readLagComment(lag ?? null) ?? USUAL }]
  })
}

export function workText(work: readonly KeptWork[]): string {
  return joined(
    work.map(({ units, name, minutes }) => `${units} of ${name ?? NOBODY} for ${minutes} minutes`),
    (item) => WORK.test(item),
  )
}

export function readWork(text: string | undefined): KeptWork[] {
  return (text ?? '').split(SEPARATOR).flatMap((item) => {
    const [, units, name, minutes] = WORK.exec(item) ?? []
    if (name === undefined) return []
    return [{ units: Number(units), name: name === NOBODY ? null : name, minutes: Number(minutes) }]
  })
}

/** Those that one value can hold and that can be read again. */
function joined(items: readonly string[], isReadable: (item: string) => boolean): string {
  return items.filter((item) => item.length <= MOST_CHARACTERS && isReadable(item)).join(SEPARATOR)
}

/** A list as the values that hold it, none longer than the planner takes. */
export function valuesOf(list: string): string[] {
  const values: string[] = []
  for (const item of list.split(SEPARATOR)) {
    const last = values.at(-1)
    const longer = last === undefined ? item : `${last}${SEPARATOR}${item}`
    if (last === undefined || longer.length > MOST_CHARACTERS) values.push(item)
    else values[values.length - 1] = longer
  }
  return values
}

/** The list that stands in these values. */
export function listOf(values: readonly string[]): string {
  return values.join(SEPARATOR)
}
