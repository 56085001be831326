import type { GanttLink, GanttRow } from './gantt-frame.ts'
import { picture } from './picture.ts'
import type { Scheme } from './picture-style.ts'
import { coordinate, element, fitText, label } from './svg.ts'
import { dayNumber, dayText } from './time-axis.ts'

export interface NetworkInput {
  readonly id: string
  readonly title: string
  readonly rows: readonly GanttRow[]
  readonly links: readonly GanttLink[]
  readonly isStandalone?: boolean
  readonly scheme?: Scheme | undefined
}

/** More boxes are no picture any more: the critical ones come first, then those that are linked most closely to them. */
export const NETWORK_BOXES = 150

const BOX = { width: 176, height: 46 } as const
const GAP = { x: 54, y: 18 } as const
const TOP = 56

/** Tasks as boxes, each to the right of all it waits for, and the links between them. Phases are left out. */
export function networkSvg(input: NetworkInput): string {
  const tasks = input.rows.filter((row) => !row.isSummary)
  const shown = chosen(tasks, input.links)
  const ids = new Set(shown.map((row) => row.id))
  const links = input.links.filter((link) => ids.has(link.predecessor) && ids.has(link.successor))
  const columns = layersOf(shown, links)
  const placeOf = new Map<string, { readonly x: number; readonly y: number; readonly row: GanttRow }>()
  columns.forEach((column, at) => {
    column.forEach((row, line) => {
      placeOf.set(row.id, { x: 12 + at * (BOX.width + GAP.x), y: TOP + line * (BOX.height + GAP.y), row })
    })
  })
  const width = Math.max(480, 24 + columns.length * (BOX.width + GAP.x) - GAP.x)
  const tallest = columns.reduce((most, column) => Math.max(most, column.length), 1)
  const height = TOP + tallest * (BOX.height + GAP.y)
  const arrows = links.map((link) => {
    const from = placeOf.get(link.predecessor)
    const to = placeOf.get(link.successor)
    if (!from || !to) return ''
    const isHot = link.isDriving && from.row.isCritical && to.row.isCritical
    return drawArrow(from, to, isHot ? ' hot' : '', link.depType)
  })
  const boxes = shown.map((row) => drawBox(row, placeOf.get(row.id) as { x: number; y: number }, input.id))
  const text = networkInWords(input)
  const hatch = element('pattern', { id: `${input.id}-hatch`, ...HATCH }, HATCH_MARKS)
  return picture({ ...input, description: text, width, height }, [
    `<defs>${hatch}</defs>`,
    label(fitText(input.title, 13.5, width - 24), { x: 12, y: 22, class: 'strong' }),
    label(fitText(text, 10.5, width - 24), { x: 12, y: 40, class: 'small faint' }),
    ...arrows,
    ...boxes,
  ])
}

const HATCH = { width: 5, height: 5, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' } as const
const HATCH_MARKS = '<rect class="hatch-ground" width="5" height="5"/><path class="hatch-line" d="M0 0V5"/>'

export function networkInWords({ rows, links }: Pick<NetworkInput, 'rows' | 'links'>): string {
  const tasks = rows.filter((row) => !row.isSummary)
  if (tasks.length === 0) return 'There is no task yet.'
  const cut = tasks.length > NETWORK_BOXES ? ` Only ${NETWORK_BOXES} of them are shown, the critical ones first.` : ''
  return `${tasks.length} tasks, ${links.length} links; red striped boxes are on the critical path.${cut}`
}

/** Critical tasks, then by how few links they are away from one; in the order of the plan. */
function chosen(tasks: readonly GanttRow[], links: readonly GanttLink[]): GanttRow[] {
  if (tasks.length <= NETWORK_BOXES) return [...tasks]
  const nextTo = new Map<string, string[]>()
  const join = (from: string, to: string) => nextTo.set(from, [...(nextTo.get(from) ?? []), to])
  for (const link of links) {
    join(link.predecessor, link.successor)
    join(link.successor, link.predecessor)
  }
  const known = new Map(tasks.map((row) => [row.id, row]))
  const queue = tasks.filter((row) => row.isCritical && row.percentComplete < 100).map((row) => row.id)
  const kept = new Set(queue.slice(0, NETWORK_BOXES))
  for (const id of queue) {
    if (kept.size >= NETWORK_BOXES) break
    for (const other of nextTo.get(id) ?? []) {
      if (kept.size >= NETWORK_BOXES || kept.has(other) || !known.has(other)) continue
      kept.add(other)
      queue.push(other)
    }
  }
  for (const row of tasks) if (kept.size < NETWORK_BOXES) kept.add(row.id)
  return tasks.filter((row) => kept.has(row.id))
}

/** Columns by the longest chain that leads to a task; within one in the order of the plan. */
function layersOf(rows: readonly GanttRow[], links: readonly GanttLink[]): GanttRow[][] {
  const waits = new Map(rows.map((row) => [row.id, 0]))
  const after = new Map<string, string[]>()
  for (const { predecessor, successor } of links) {
    waits.set(successor, (waits.get(successor) ?? 0) + 1)
    const list = after.get(predecessor)
    if (list) list.push(successor)
    else after.set(predecessor, [successor])
  }
  const column = new Map<string, number>()
  const ready = rows.filter((row) => waits.get(row.id) === 0).map((row) => row.id)
  for (const id of ready) {
    const at = column.get(id) ?? 0
    column.set(id, at)
    for (const next of after.get(id) ?? []) {
      column.set(next, Math.max(column.get(next) ?? 0, at + 1))
      const left = (waits.get(next) as number) - 1
      waits.set(next, left)
      if (left === 0) ready.push(next)
    }
  }
  const layers: GanttRow[][] = []
  for (const row of rows) {
    const at = column.get(row.id) ?? 0
    while (layers.length <= at) layers.push([])
    ;(layers[at] as GanttRow[]).push(row)
  }
  return layers
}

interface Spot {
  readonly x: number
  readonly y: number
}

function drawArrow(from: Spot, to: Spot, kind: string, type: string): string {
  const x1 = from.x + BOX.width
  const y1 = from.y + BOX.height / 2
  const y2 = to.y + BOX.height / 2
  const bend = coordinate(to.x - GAP.x / 2)
  const line = `M${coordinate(x1)} ${coordinate(y1)}H${bend}V${coordinate(y2)}H${coordinate(to.x - 5)}`
  const head = `M${coordinate(to.x)} ${coordinate(y2)}l-6 -3.5v7z`
  const name = type === 'FS' ? '' : label(type, { x: to.x - 22, y: y2 - 4, class: 'over small faint' })
  return (
    element('path', { class: `link${kind}`, d: line }) + element('path', { class: `link-head${kind}`, d: head }) + name
  )
}

function drawBox(row: GanttRow, { x, y }: Spot, id: string): string {
  const kind = row.percentComplete >= 100 ? 'past' : row.isCritical ? 'critical' : 'task'
  const fill = kind === 'critical' ? { fill: `url(#${id}-hatch)` } : {}
  const round = row.isMilestone ? BOX.height / 2 : 3
  const name = fitText(`${row.wbs} ${row.name}`.trim(), 12, BOX.width - 20)
  const span =
    row.start === null || row.finish === null
      ? 'not scheduled'
      : row.isMilestone
        ? dayText(dayNumber(row.finish))
        : `${dayText(dayNumber(row.start))} to ${dayText(dayNumber(row.finish))}`
  return (
    element('rect', { class: kind, x, y, width: BOX.width, height: BOX.height, rx: round, ...fill }) +
    label(name, { x: x + 10, y: y + 19, class: kind === 'critical' ? 'over strong' : '' }, row.name) +
    label(span, { x: x + 10, y: y + 36, class: kind === 'critical' ? 'over small' : 'small' })
  )
}
