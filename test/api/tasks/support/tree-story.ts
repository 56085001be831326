import type { TestApp } from '../../../support/start-app.ts'
import { readTree, type TreeRow } from '../../../support/tree.ts'
import type { MintedClient } from '../../tokens/tokens.ts'

/** What a story plays on, and what its acts remember of it. */
export interface Stage {
  readonly app: TestApp
  readonly projectId: string
  readonly template: string
  readonly pusher: MintedClient
  readonly random: () => number
  /** The tree as it stands. */
  rows: TreeRow[]
  /** Addresses that take back what was done, newest last. */
  readonly undos: string[]
  /** Rows that an import or another system can name again. */
  readonly named: string[]
  made: number
}

type Answer = Awaited<ReturnType<MintedClient['post']>>
type Act = (stage: Stage) => Promise<Answer | null>

function pick<T>(stage: Stage, from: readonly T[]): T | undefined {
  return from[Math.floor(stage.random() * from.length)]
}

function chance(stage: Stage, share: number): boolean {
  return stage.random() < share
}

function some(stage: Stage): TreeRow | undefined {
  return pick(stage, stage.rows)
}

const nextName = (stage: Stage) => `t${++stage.made}`

/** Does something to a random row; nothing where there is none. */
function onRow(act: (stage: Stage, row: TreeRow) => Promise<Answer>): Act {
  return async (stage) => {
    const row = some(stage)
    return row === undefined ? null : act(stage, row)
  }
}

/** Posts to a structure route of the project and remembers how to take it back. */
async function restructure(stage: Stage, how: string, body?: object): Promise<Answer> {
  const answer = await stage.app.owner.post(`/projects/${stage.projectId}/tasks/${how}/`, body)
  if (answer.body?.operation_id) stage.undos.push(`/structural-operations/${answer.body.operation_id}/undo/`)
  return answer
}

async function create(stage: Stage): Promise<Answer> {
  const parent = chance(stage, 0.75) ? some(stage) : undefined
  return stage.app.owner.post('/tasks/', {
    project: stage.projectId,
    name: nextName(stage),
    ...(parent ? { parent_id: parent.id, is_subtask: chance(stage, 0.2) } : {}),
    ...(chance(stage, 0.15) ? { is_milestone: true } : {}),
  })
}

async function bulk(stage: Stage): Promise<Answer> {
  const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  const parent = chance(stage, 0.6) ? some(stage)?.id : undefined
  const creates = ids.map((id, at) => ({
    op: 'create',
    id,
    data: { name: nextName(stage), parent_id: at === 0 ? parent : pick(stage, ids.slice(0, at)) },
  }))
  const gone = [some(stage), some(stage)].flatMap((row) => (row && chance(stage, 0.4) ? [row.id] : []))
  const deletes = [...new Set(gone)].map((id) => ({ op: 'delete', id }))
  const operations = chance(stage, 0.5) ? [...creates, ...deletes] : [...deletes, ...creates]
  const answer = await stage.app.owner.post(`/projects/${stage.projectId}/tasks/bulk/`, { operations })
  if (answer.body?.operation_id) stage.undos.push(`/paste-many-operations/${answer.body.operation_id}/undo/`)
  return answer
}

async function importLines(stage: Stage): Promise<Answer> {
  const fresh = Array.from({ length: 4 }, () => nextName(stage))
  const known = [pick(stage, stage.named), pick(stage, stage.named)].flatMap((id) => id ?? [])
  const lines = [
    ...fresh.map((id) => ({ external_id: id, name: id, parent: pick(stage, [...fresh, ...known, null]) })),
    ...[...new Set(known)].map((id) => ({ external_id: id, name: id, is_milestone: chance(stage, 0.5) })),
  ].filter((_, at) => at < 4 || chance(stage, 0.5))
  stage.named.push(...fresh)
  const bytes = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const path = `/projects/${stage.projectId}/import`
  const answer = await stage.app.owner.upload(`${path}/ndjson/`, { name: 'tasks.ndjson', bytes })
  await stage.app.runJobs()
  stage.undos.push(`${path}s/${answer.body.import_request_id}/undo/`)
  return answer
}

async function applyTemplate(stage: Stage): Promise<Answer> {
  const answer = await stage.app.owner.post(`/project-templates/${stage.template}/apply/`, { project: stage.projectId })
  await stage.app.runJobs()
  stage.undos.push(`/template-applications/${answer.body.application}/undo/`)
  return answer
}

async function push(stage: Stage): Promise<Answer> {
  const id = chance(stage, 0.5) ? pick(stage, stage.named) : undefined
  const external_id = id ?? nextName(stage)
  stage.named.push(external_id)
  const parent_external_id = pick(stage, stage.named)
  const body = { source: 'tracker', external_id, name: external_id, parent_external_id }
  return stage.pusher.post(`/projects/${stage.projectId}/task-sync/`, body)
}

async function restore(stage: Stage): Promise<Answer | null> {
  const { body } = await stage.app.owner.get(`/tasks/trash/?project=${stage.projectId}`)
  const row = pick(stage, body.results as { id: string }[])
  return row === undefined ? null : stage.app.owner.post(`/tasks/${row.id}/restore/`)
}

async function reorder(stage: Stage, row: TreeRow): Promise<Answer> {
  const level = stage.rows.filter((other) => other.parent_id === row.parent_id)
  const parentPath = row.wbs_path.split('.').slice(0, -1).join('.')
  const ordered_ids = level.map((other) => other.id).sort(() => stage.random() - 0.5)
  return restructure(stage, 'reorder', { parent_path: parentPath, ordered_ids })
}

async function undo(stage: Stage): Promise<Answer | null> {
  const path = chance(stage, 0.7) ? stage.undos.pop() : pick(stage, stage.undos)
  return path === undefined ? null : stage.app.owner.post(path)
}

function group(stage: Stage): Promise<Answer> {
  const task_ids = [some(stage), some(stage), some(stage)].flatMap((row) => row?.id ?? [])
  return restructure(stage, 'group', { task_ids, name: nextName(stage) })
}

const patch = (fields: (stage: Stage) => object) =>
  onRow((stage, row) => stage.app.owner.patch(`/tasks/${row.id}/`, fields(stage)))

/** Every write that can change the shape of a tree, with how often it is played. */
const ACTS: Readonly<Record<string, readonly [share: number, act: Act]>> = {
  create: [6, create],
  delete: [3, onRow((stage, row) => stage.app.owner.delete(`/tasks/${row.id}/`))],
  restore: [4, restore],
  indent: [3, onRow((stage, row) => restructure(stage, `${row.id}/indent`))],
  outdent: [3, onRow((stage, row) => restructure(stage, `${row.id}/outdent`))],
  reparent: [
    3,
    onRow((stage, row) =>
      restructure(stage, `${row.id}/reparent`, { new_parent_id: chance(stage, 0.2) ? null : some(stage)?.id }),
    ),
  ],
  reorder: [2, onRow(reorder)],
  group: [3, group],
  ungroup: [2, onRow((stage, row) => restructure(stage, 'ungroup', { task_id: row.id }))],
  undo: [6, undo],
  bulk: [2, bulk],
  rename: [1, patch((stage) => ({ name: nextName(stage) }))],
  milestone: [1, patch((stage) => ({ is_milestone: chance(stage, 0.7) }))],
  import: [1, importLines],
  template: [1, applyTemplate],
  push: [2, push],
  sweep: [
    1,
    (stage) =>
      chance(stage, 0.3)
        ? stage.app.owner.post('/tasks/delete-untouched-seeded/', { project: stage.projectId })
        : Promise.resolve(null),
  ],
}

/** Plays one random act; answers its name and what the service said, and brings `rows` up to date. */
export async function playAct(stage: Stage): Promise<{ name: string; answer: Answer | null }> {
  const names = Object.entries(ACTS).flatMap(([name, [share]]) => Array<string>(share).fill(name))
  const name = pick(stage, names) as string
  const answer = await (ACTS[name] as readonly [number, Act])[1](stage)
  stage.rows = await readTree(stage.app.owner, stage.projectId)
  return { name, answer }
}
