import type { Client } from './client.ts'

/** The part of a task on the wire that says where it stands. */
export interface TreeRow {
  readonly id: string
  readonly name: string
  readonly parent_id: string | null
  readonly wbs_path: string
  readonly is_subtask: boolean
  readonly is_milestone: boolean
  readonly is_summary: boolean
  readonly is_phase: boolean
  readonly [field: string]: unknown
}

const PAGE_SIZE = 500

/** All tasks of a project as the list gives them, in outline order. */
export async function readTree(user: Client, projectId: string): Promise<TreeRow[]> {
  const rows: TreeRow[] = []
  for (let page = 1; ; page++) {
    const path = `/tasks/?project=${projectId}&ordering=wbs_path&page_size=${PAGE_SIZE}&page=${page}`
    const { status, body, text } = await user.get(path)
    if (status !== 200) throw new Error(text)
    rows.push(...body.results)
    if (body.next === null) return rows
  }
}

/**
 * What is wrong with a tree, one line each: the path of a row is its parent's path and one label, labels of a level are
 * its own, milestones and subtasks hold nothing, and the rows come in outline order.
 */
export function treeFaults(rows: readonly TreeRow[]): string[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const taken = new Set<string>()
  const faults: string[] = []
  for (const row of rows) {
    const say = (fault: string) => faults.push(`${row.wbs_path} ${row.name}: ${fault}`)
    const parent = row.parent_id === null ? null : byId.get(row.parent_id)
    const above = row.wbs_path.split('.').slice(0, -1).join('.')
    if (!/^[1-9]\d*(\.[1-9]\d*)*$/.test(row.wbs_path)) say('is no path')
    if (taken.has(row.wbs_path)) say('shares its path')
    taken.add(row.wbs_path)
    if (parent === undefined) say('has a parent that is gone')
    if (parent && above !== parent.wbs_path) say(`stands below ${parent.wbs_path} ${parent.name}`)
    if (parent === null && above !== '') say('has a path below another row and no parent')
    if (parent?.is_milestone) say('stands below a milestone')
    if (parent?.is_subtask) say('stands below a subtask')
    if (parent === null && row.is_subtask) say('is a subtask of nothing')
  }
  return [...faults, ...shapeFaults(rows), ...orderFaults(rows)]
}

function shapeFaults(rows: readonly TreeRow[]): string[] {
  const holders = new Set(rows.map((row) => row.parent_id))
  const phases = new Set(rows.flatMap((row) => (row.is_subtask ? [] : (row.parent_id ?? []))))
  return rows.flatMap((row) => [
    ...(row.is_summary === holders.has(row.id) ? [] : [`${row.wbs_path} ${row.name}: is_summary ${row.is_summary}`]),
    ...(row.is_phase === phases.has(row.id) ? [] : [`${row.wbs_path} ${row.name}: is_phase ${row.is_phase}`]),
  ])
}

function orderFaults(rows: readonly TreeRow[]): string[] {
  const paths = rows.map((row) => row.wbs_path)
  const sorted = [...paths].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  return paths.join(' ') === sorted.join(' ') ? [] : ['the list is not in outline order']
}

/** One line a row: where it stands and what it is. Two trees are the same when these are. */
export function outlineOf(rows: readonly TreeRow[]): string[] {
  return rows.map((row) => [row.wbs_path, row.name, row.id, row.parent_id, row.is_subtask ? 'subtask' : ''].join(' '))
}
