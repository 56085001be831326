// What people are told of the work of a team beside its tasks: additions, forecasts, and votes on who may see what.

import type { Ctx } from '../../platform/context.ts'
import { findLeaders, findMembers } from './tell.queries.ts'
import { findLastForecasts, findProposal, findSprintName, findTaskName } from './tell-of-sprints.queries.ts'
import { type Telling, type ToldEvent, telling } from './telling.ts'

const idsOf = (people: readonly { readonly account_id: string }[]) => people.map(({ account_id }) => account_id)

/** An addition to a sprint under way was accepted. */
export async function tellOfScope(ctx: Ctx<unknown>, projectId: string, event: ToldEvent): Promise<Telling[]> {
  const { facts, actor } = event
  const sprint = await findSprintName(ctx, facts.sprint as string)
  const task = { project_id: projectId, id: facts.task as string, name: String(facts.item_name) }
  const words = {
    one: `${actor} accepted ${task.name} into ${sprint}`,
    many: (count: number) => `${actor} accepted ${count} tasks into ${sprint}`,
  }
  return [telling('sprint.membership_changed', task, words, idsOf(await findLeaders(ctx, projectId, false)))]
}

const FORECAST_FIELDS = ['cpm_finish', 'p50', 'p80', 'confidence'] as const
const WORDS = { cpm_finish: 'Critical path', p50: 'Even odds', p80: 'Four in five', confidence: 'Confidence' }

/** The close of a sprint said something else of its milestone than the one before it. */
export async function tellOfForecast(ctx: Ctx<unknown>, projectId: string, { facts }: ToldEvent): Promise<Telling[]> {
  const id = facts.milestone_id as string
  const [now, before] = await findLastForecasts(ctx, id)
  if (!now || !before) return []
  const changed = FORECAST_FIELDS.filter((field) => now[field] !== before[field])
  if (changed.length === 0) return []
  const task = { project_id: projectId, id, name: await findTaskName(ctx, id) }
  const lines = changed.map((field) => `${WORDS[field]}: ${before[field] ?? 'none'}, now ${now[field] ?? 'none'}`)
  const words = { one: `The forecast of ${task.name} has shifted`, body: lines.join('\n') }
  const leaders = idsOf(await findLeaders(ctx, projectId, false))
  return [telling('milestone.forecast_shifted', task, words, leaders)]
}

const OUTCOMES: Readonly<Record<string, string>> = {
  ratified: 'accepted',
  rejected: 'rejected',
  expired: 'out of time',
}

/** The team is asked whether a signal may be told further, or has settled it. Nobody is told who voted how. */
export async function tellOfProposal(ctx: Ctx<unknown>, projectId: string, event: ToldEvent): Promise<Telling[]> {
  const proposal = await findProposal(ctx, event.facts.id as string)
  if (!proposal) return []
  const { signal, to_ceiling, status, proposed_by_id } = proposal
  const base = { body: '', project_id: projectId, task_id: null }
  const voters = await findMembers(ctx, projectId)
  const what = `to tell ${signal} as far as ${to_ceiling}`
  if (status === 'open') {
    const to = voters.filter(({ account_id }) => account_id !== proposed_by_id)
    return [{ ...base, event_type: 'signal.ceiling_proposal_opened', subject: `${event.actor} proposes ${what}`, to }]
  }
  const outcome = OUTCOMES[status]
  if (outcome === undefined) return []
  const told = new Set([...idsOf(voters), ...(proposed_by_id === null ? [] : [proposed_by_id])])
  const to = [...told].map((account_id) => ({ account_id }))
  return [
    { ...base, event_type: 'signal.ceiling_proposal_resolved', subject: `The proposal ${what} is ${outcome}`, to },
  ]
}
