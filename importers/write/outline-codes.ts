import type { ImportedPlan, PlanFieldValue } from '../plan/imported-plan.ts'
import type { PlannerField } from '../plan-file/planner-fields.ts'
import { listGuid } from './list-guid.ts'
import type { PlannerColumns } from './planner-columns.ts'
import { element } from './xml-text.ts'

const MAX_NAME_CHARACTERS = 512
const SEPARATOR = '.'
/** What the planner calls text among the kinds of values. */
const TYPE_TEXT = 21
/** A part of a code may hold any characters, as many as there are. */
const MASK_CHARACTERS = 3

/** The number of the row of each code, by field. */
export type OutlineCodeRows = ReadonlyMap<string, ReadonlyMap<string, number>>

type Row = { id: number; parent: number; text: string; depth: number }

/**
 * The codes that tasks have, as the lists that they are chosen from: each part of a code is a row below the part before it.
 * Rows are numbered through the whole plan.
 */
export function outlineCodes(plan: ImportedPlan, columns: PlannerColumns): { elements: string; rows: OutlineCodeRows } {
  const rows = new Map<string, Map<string, number>>()
  const definitions: string[] = []
  let count = 0
  for (const [id, column] of columns) {
    if (column.kind !== 'Outline Code') continue
    const byCode = new Map<string, Row>()
    const rowOf = (code: string): Row => {
      const known = byCode.get(code)
      if (known !== undefined) return known
      const cut = hasParts(code) ? code.lastIndexOf(SEPARATOR) : -1
      const above = cut < 0 ? null : rowOf(code.slice(0, cut))
      count += 1
      const row = { id: count, parent: above?.id ?? 0, text: code.slice(cut + 1), depth: (above?.depth ?? 0) + 1 }
      byCode.set(code, row)
      return row
    }
    for (const task of plan.tasks) {
      const code = codeIn(task.custom_fields, id)
      if (code !== null) rowOf(code)
    }
    rows.set(id, new Map([...byCode].map(([code, row]) => [code, row.id])))
    const name = plan.custom_fields?.find((field) => field.id === id)?.name ?? column.name
    definitions.push(definition(column, name, [...byCode.values()]))
  }
  const elements = definitions.length === 0 ? '' : `<OutlineCodes>${definitions.join('')}</OutlineCodes>\n`
  return { elements, rows }
}

/** What a task has in them. */
export function outlineCodeValues(
  values: Record<string, PlanFieldValue> | undefined,
  columns: PlannerColumns,
  rows: OutlineCodeRows,
): string {
  if (values === undefined || rows.size === 0) return ''
  const elements = [...rows].map(([id, rowOf]) => {
    const code = codeIn(values, id)
    const row = code === null ? undefined : rowOf.get(code)
    return row === undefined
      ? ''
      : `<OutlineCode>${element('FieldID', columns.get(id)?.id)}${element('ValueID', row)}</OutlineCode>`
  })
  return elements.join('')
}

function codeIn(values: Record<string, PlanFieldValue> | undefined, id: string): string | null {
  const value = values !== undefined && Object.hasOwn(values, id) ? values[id] : undefined
  return typeof value === 'string' && value !== '' ? value : null
}

/** A code with an empty part is one row: no row is without a text. */
function hasParts(code: string): boolean {
  return code.split(SEPARATOR).every((part) => part.trim() !== '')
}

function definition(column: PlannerField, name: string, rows: readonly Row[]): string {
  const values = rows.map(
    ({ id, parent, text }) =>
      `<Value>${element('ValueID', id)}${element('FieldGUID', listGuid(column, id))}${element('Type', TYPE_TEXT)}` +
      `${element('ParentValueID', parent)}${element('Value', text)}</Value>`,
  )
  const deepest = rows.reduce((depth, row) => Math.max(depth, row.depth), 1)
  const masks = Array.from(
    { length: deepest },
    (_, index) =>
      `<Mask>${element('Level', index + 1)}${element('Type', MASK_CHARACTERS)}${element('Length', 0)}` +
      `${element('Separator', SEPARATOR)}</Mask>`,
  )
  return (
    `<OutlineCode>${element('Guid', listGuid(column))}${element('FieldID', column.id)}${element('FieldName', column.name)}` +
    `${name === column.name ? '' : element('Alias', name.slice(0, MAX_NAME_CHARACTERS))}` +
    `<Values>${values.join('')}</Values><Masks>${masks.join('')}</Masks></OutlineCode>`
  )
}
