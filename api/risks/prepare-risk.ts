import type { ProjectScope } from '../access/project-scope.ts'
import { mergeConcurrentEdits, tellMerged } from '../platform/concurrent-edits.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { asJson } from '../platform/db/statements.ts'
import { fieldError, refuseUnless } from '../platform/errors.ts'
import { editBaseOf } from '../platform/http/base-version.ts'
import { isMemberOf } from '../tasks/rules/rules.queries.ts'
import { announceRisk } from './risk.events.ts'
import { presentRisk, type RiskRow } from './risk.present.ts'
import {
  countTasksOf,
  findRiskFieldVersions,
  markTasksChanged,
  reserveRiskNumbers,
  saveTasksOfRisk,
} from './risk.queries.ts'
import type { RiskInput } from './risk.schema.ts'

type Sent = Partial<RiskInput>

/** Where the fields that are simply stored stand. */
const COLUMN_OF = {
  title: 'title',
  description: 'description',
  status: 'status',
  probability: 'probability',
  impact: 'impact',
  category: 'category',
  response: 'response',
  mitigation_due_date: 'mitigation_due_date',
  trigger: 'trigger',
  contingency: 'contingency',
  notes: 'notes',
  delay: 'delay',
  owner: 'owner_id',
} as const
type Field = keyof typeof COLUMN_OF
const FIELDS = Object.keys(COLUMN_OF) as Field[]
const FIELD_OF_COLUMN = new Map<string, string>(FIELDS.map((field) => [COLUMN_OF[field], field]))

/** The columns of what was sent, after its checks and held against what others changed meanwhile. */
export async function prepareRisk(ctx: Ctx<ProjectScope>, input: Sent, stored: RiskRow | null, sent: unknown) {
  await checkRisk(ctx, input)
  if (stored) tellMerged(ctx, await mergeRiskEdits(ctx, input, stored, sent))
  const named = FIELDS.filter((field) => input[field] !== undefined)
  const columns = Object.fromEntries(named.map((field) => [COLUMN_OF[field], input[field]]))
  const probability = input.probability ?? stored?.probability ?? 1
  const impact = input.impact ?? stored?.impact ?? 1
  return {
    ...columns,
    ...(input.delay ? { delay: asJson(input.delay) } : {}),
    severity: probability * impact,
    updated_at: ctx.services.clock.now(),
    ...(stored ? {} : { number: await reserveRiskNumbers(ctx, 1), created_by_id: actorId(ctx) }),
  }
}

async function checkRisk(ctx: Ctx<ProjectScope>, { owner, tasks }: Sent): Promise<void> {
  if (owner) {
    const isMember = await isMemberOf(ctx, ctx.scope.projectId, owner)
    refuseUnless(isMember, () => fieldError('owner', 'Must be a member of the project.'))
  }
  if (!tasks?.length) return
  const isEach = (await countTasksOf(ctx, tasks)) === new Set(tasks).size
  refuseUnless(isEach, () => fieldError('tasks', 'Must be tasks of the project.'))
}

function mergeRiskEdits(ctx: Ctx<ProjectScope>, input: Sent, stored: RiskRow, sent: unknown): Promise<string[]> {
  const differing = FIELDS.filter(
    (field) => input[field] !== undefined && !isSame(input[field], stored[COLUMN_OF[field]]),
  ).map((field): [string, string[]] => [field, [COLUMN_OF[field]]])
  if (changesTasks(input, stored)) differing.push(['tasks', ['tasks']])
  return mergeConcurrentEdits(editBaseOf(ctx, sent), {
    serverVersion: stored.server_version,
    fieldVersions: () => findRiskFieldVersions(ctx, stored.id),
    differing: Object.fromEntries(differing),
    fieldOf: (column) => (column === 'tasks' ? column : FIELD_OF_COLUMN.get(column)),
    present: async () => presentRisk(stored, ctx),
  })
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(sorted(left)) === JSON.stringify(sorted(right))
}

function sorted(value: unknown): unknown {
  return value !== null && typeof value === 'object' ? Object.entries(value).sort() : value
}

function changesTasks({ tasks }: Sent, stored: RiskRow): boolean {
  return tasks !== undefined && !isSame([...new Set(tasks)].sort(), [...stored.tasks].sort())
}

/** Stores the tasks of a saved risk and tells what became of it. */
export async function followUpRisk(
  ctx: Ctx<ProjectScope>,
  saved: RiskRow,
  stored: RiskRow | null,
  input: Sent,
): Promise<void> {
  if (input.tasks !== undefined && changesTasks(input, saved)) {
    await saveTasksOfRisk(ctx, saved.id, [...new Set(input.tasks)])
    if (stored) await markTasksChanged(ctx, saved.id)
  }
  announceRisk(ctx, saved, stored)
}
