// Which event tells whom: a table of triggers. They run in the transaction of the write, so that people are told of what was
// committed and of nothing else, whatever door it came through that announces single rows.

import { actorId, type Ctx } from '../../platform/context.ts'
import type { PendingEvent } from '../../platform/events/define-event.ts'
import type { EventType } from '../kinds.ts'
import {
  findLeaders,
  findMembers,
  findMentioned,
  findProjectName,
  findTold,
  insertNotifications,
  type Telling,
} from './tell.queries.ts'

type Facts = Readonly<Record<string, unknown>>
type Tell = (ctx: Ctx<unknown>, projectId: string, facts: Facts) => Promise<Telling[]>

const tellAssigned = tellAssignee('task.assigned', (actor, name) => `${actor} assigned you ${name}`)

/** By the outbound name of the event, which carries what is told of the row. */
const BY_WEBHOOK: Readonly<Record<string, Tell>> = {
  'task.created': tellAssigned,
  'task.assigned': tellAssigned,
  'task.assignee_changed': tellAssigned,
  'task.due_date_changed': tellAssignee('task.due_date_changed', (actor, name) => `${actor} moved ${name}`),
  'task.updated': tellOfUpdate,
  'comment.created': tellOfComment,
}

/** By the name on the socket. */
const BY_SOCKET: Readonly<Record<string, Tell>> = {
  project_deleted: async (ctx, projectId) => [
    {
      event_type: 'project.deleted',
      subject: `${actorName(ctx)} deleted the project ${await findProjectName(ctx, projectId)}`,
      body: '',
      project_id: projectId,
      task_id: null,
      to: await findMembers(ctx, projectId),
    },
  ],
}

/** Tells people what the events of a transaction mean for them. Costs nothing where no event is in the table. */
export async function tellPeople(ctx: Ctx<unknown>, events: readonly PendingEvent[]): Promise<void> {
  const tellings: Telling[] = []
  for (const event of events) {
    const tell = BY_WEBHOOK[event.webhook ?? ''] ?? BY_SOCKET[event.socket ?? '']
    if (tell === undefined || event.projectId === null) continue
    const changed = { changed_fields: (event.payload as Facts).changed_fields }
    const facts = { ...(event.webhookPayload ?? event.payload), ...(event.webhookPayload && changed) } as Facts
    tellings.push(...(await tell(ctx, event.projectId, facts)))
  }
  if (tellings.length > 0) await insertNotifications(ctx, tellings, actorId(ctx), ctx.services.clock.now())
}

function tellAssignee(event_type: EventType, subjectOf: (actor: string, name: string) => string): Tell {
  return async (ctx, projectId, facts) => {
    const name = String(facts.name)
    return [telling(event_type, subjectOf(actorName(ctx), name), projectId, facts.id, [facts.assignee])]
  }
}

/** A task that was flagged as blocked, or put into another sprint. The reason is not told: it is for those who may read it. */
async function tellOfUpdate(ctx: Ctx<unknown>, projectId: string, facts: Facts): Promise<Telling[]> {
  const fields = (facts.changed_fields ?? []) as readonly string[]
  const [wasFlagged, wasMoved] = [fields.includes('blocked_since'), fields.includes('sprint')]
  if (!wasFlagged && !wasMoved) return []
  const task = await findTold(ctx, facts.id as string)
  if (!task) return []
  const actor = actorName(ctx)
  const tellings: Telling[] = []
  if (wasFlagged && task.blocked_since !== null) {
    const leaders = (await findLeaders(ctx, projectId, true)).map(({ account_id }) => account_id)
    const to = [...new Set([task.assignee_id, ...leaders])]
    tellings.push(telling('task.blocked', `${actor} says that ${task.name} is blocked`, projectId, facts.id, to))
  }
  if (wasMoved) {
    const where = task.sprint_name === null ? 'out of its sprint' : `to ${task.sprint_name}`
    const subject = `${actor} moved ${task.name} ${where}`
    tellings.push(telling('task.moved_sprint', subject, projectId, facts.id, [task.assignee_id]))
  }
  return tellings
}

/** Whom it mentions, and whose task it is; who is both is told once. */
async function tellOfComment(ctx: Ctx<unknown>, projectId: string, facts: Facts): Promise<Telling[]> {
  const actor = actorName(ctx)
  const name = String(facts.name)
  const mentioned = await findMentioned(ctx, facts.comment_id as string)
  const isByGroup = ({ group_key }: { group_key: string }) => group_key !== ''
  const subject = `${actor} mentioned you on ${name}`
  const known = new Set(mentioned.map((one) => one.account_id))
  const outsider_subject = `${actor} mentioned you in a project that you are not a member of`
  const base = { subject, outsider_subject, body: '', project_id: projectId, task_id: facts.id as string }
  return [
    { ...base, event_type: 'mention_individual', to: mentioned.filter((one) => !isByGroup(one)) },
    { ...base, event_type: 'mention_group', to: mentioned.filter(isByGroup) },
    telling(
      'comment_on_my_task',
      `${actor} commented on ${name}`,
      projectId,
      facts.id,
      known.has(facts.assignee as string) ? [] : [facts.assignee],
    ),
  ]
}

function telling(
  event_type: EventType,
  subject: string,
  projectId: string,
  taskId: unknown,
  accountIds: readonly unknown[],
): Telling {
  const to = accountIds.flatMap((id) => (typeof id === 'string' ? [{ account_id: id }] : []))
  return { event_type, subject, body: '', project_id: projectId, task_id: taskId as string, to }
}

function actorName({ actor }: Ctx<unknown>): string {
  return actor.kind === 'account' || actor.kind === 'agent' ? actor.account.displayName : 'The service'
}
