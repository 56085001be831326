// Which event tells whom: a table of triggers. They run in the transaction of the write, so that people are told of what was
// committed and of nothing else, whatever door it came through.

import type { Ctx } from '../../platform/context.ts'
import type { PendingEvent } from '../../platform/events/define-event.ts'
import { writerId } from '../../projects/writer.ts'
import { findMembers, findMentioned, findPersonName, findProjectName, insertNotifications } from './tell.queries.ts'
import { tellOfForecast, tellOfProposal, tellOfScope } from './tell-of-sprints.ts'
import { mayTellOfTasks, tellOfTasks } from './tell-of-tasks.ts'
import { type Facts, type Tell, type Telling, type ToldEvent, telling } from './telling.ts'

/** By the outbound name of the event, which carries what is told of the row; else by the name on the socket. */
const TRIGGERS: Readonly<Record<string, Tell>> = {
  'comment.created': tellOfComment,
  'sprint.scope_changed': tellOfScope,
  milestone_forecast_updated: tellOfForecast,
  signal_ceiling_proposal_changed: tellOfProposal,
  project_deleted: async (ctx, projectId, { actor }) => [
    {
      event_type: 'project.deleted',
      subject: `${actor} deleted the project ${await findProjectName(ctx, projectId)}`,
      body: '',
      project_id: projectId,
      task_id: null,
      to: await findMembers(ctx, projectId),
    },
  ],
}

/** Tells people what the events of a transaction mean for them. Costs nothing where no event is in the table. */
export async function tellPeople(ctx: Ctx<unknown>, events: readonly PendingEvent[]): Promise<void> {
  const single = events.flatMap((event) => {
    const tell = TRIGGERS[event.webhook ?? ''] ?? TRIGGERS[event.socket ?? '']
    return tell && event.projectId !== null ? [{ tell, projectId: event.projectId, facts: factsOf(event) }] : []
  })
  const ofTasks = new Set(events.flatMap((event) => (mayTellOfTasks(ctx, event) ? (event.projectId ?? []) : [])))
  if (single.length === 0 && ofTasks.size === 0) return
  const actor = await actorName(ctx)
  const tellings: Telling[] = []
  for (const { tell, projectId, facts } of once(single))
    tellings.push(...(await tell(ctx, projectId, { facts, actor })))
  for (const projectId of [...ofTasks].sort()) tellings.push(...(await tellOfTasks(ctx, projectId, actor)))
  if (tellings.length > 0) await insertNotifications(ctx, tellings, writerId(ctx), ctx.services.clock.now())
}

function factsOf({ payload, webhookPayload }: PendingEvent): Facts {
  return (webhookPayload ?? payload) as Facts
}

/** What a transaction told of twice in the same words, such as a proposal that was made and settled by it, is told once. */
function once<Event extends { readonly tell: Tell; readonly facts: Facts }>(events: readonly Event[]): Event[] {
  const known = new Map<Tell, Set<string>>()
  return events.filter(({ tell, facts }) => {
    const words = JSON.stringify(facts)
    const told = known.get(tell) ?? new Set()
    known.set(tell, told)
    return !told.has(words) && told.add(words)
  })
}

/** Whom it mentions, and whose task it is; who is both is told once. */
async function tellOfComment(ctx: Ctx<unknown>, projectId: string, { facts, actor }: ToldEvent): Promise<Telling[]> {
  const task = { project_id: projectId, id: facts.id as string, name: String(facts.name) }
  const mentioned = await findMentioned(ctx, facts.comment_id as string)
  const isByGroup = ({ group_key }: { group_key: string }) => group_key !== ''
  const subject = `${actor} mentioned you on ${task.name}`
  const known = new Set(mentioned.map((one) => one.account_id))
  const outsider_subject = `${actor} mentioned you in a project that you are not a member of`
  const base = { subject, outsider_subject, body: '', project_id: projectId, task_id: task.id }
  const onOwn = known.has(facts.assignee as string) ? [] : [facts.assignee]
  return [
    { ...base, event_type: 'mention_individual', to: mentioned.filter((one) => !isByGroup(one)) },
    { ...base, event_type: 'mention_group', to: mentioned.filter(isByGroup) },
    telling('comment_on_my_task', task, { one: `${actor} commented on ${task.name}` }, onOwn),
  ]
}

/** Who caused it: the caller, or for whom a job does it. */
async function actorName(ctx: Ctx<unknown>): Promise<string> {
  const { actor } = ctx
  if (actor.kind === 'account' || actor.kind === 'agent') return actor.account.displayName
  const id = writerId(ctx)
  return (id && (await findPersonName(ctx, id))) || 'The service'
}
