import { z } from 'zod'
import { type ProjectScope, projectScope } from '../../access/project-scope.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { forbidden, refuseUnless } from '../../platform/errors.ts'
import { defineEvent, emit } from '../../platform/events/define-event.ts'
import { route } from '../../platform/http/route.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { findPolicy, savePolicy } from './guardrail.queries.ts'
import {
  GUARDRAIL_LEVELS,
  GUARDRAIL_RULES,
  type GuardrailLevels,
  type GuardrailRule,
} from './guardrail-policy.entity.ts'

/** The id of a policy is that of its project. */
const guardrailPolicyUpdated = defineEvent<{ id: string }>({ socket: 'guardrail_policy_updated' })

/** Rules of what a sprint may consist of; blocking them is the owners' decision. */
const COMPOSITION: readonly GuardrailRule[] = [
  'phase_in_sprint',
  'summary_in_sprint',
  'subtasks_split',
  'recurring_in_sprint',
]

const level = z.enum(GUARDRAIL_LEVELS)
const levels = z.strictObject(Object.fromEntries(GUARDRAIL_RULES.map((rule) => [rule, level.optional()])))
const policyBody = z.object({ levels: levels.optional(), acknowledged_by_team: z.boolean().optional() })

const policyReply = z
  .object({
    levels: z.record(z.string(), level).describe('as they are set; a rule without one warns'),
    policy_source: z.string(),
    source_label: z.string(),
    acknowledged_by_team: z.boolean(),
    effective_levels: z.record(z.string(), level),
    server_version: z.int(),
  })
  .meta({ id: 'GuardrailPolicy' })

async function readPolicy(ctx: Ctx<ProjectScope>) {
  const stored = await findPolicy(ctx, ctx.scope.projectId)
  const set: GuardrailLevels = stored?.levels ?? {}
  return {
    levels: set,
    policy_source: 'project',
    source_label: 'Project',
    acknowledged_by_team: stored !== undefined && stored.acknowledged_at !== null,
    effective_levels: Object.fromEntries(GUARDRAIL_RULES.map((rule) => [rule, set[rule] ?? 'warn'])),
    server_version: stored?.server_version ?? 1,
  }
}

async function changePolicy(ctx: Ctx<ProjectScope>, body: z.output<typeof policyBody>) {
  const { projectId, role } = ctx.scope
  const sent = (body.levels ?? {}) as GuardrailLevels
  const blocks = COMPOSITION.some((rule) => sent[rule] === 'block')
  refuseUnless(!blocks || atLeast(role, ROLE.owner), () =>
    forbidden('Blocking what a sprint consists of is for owners.'),
  )
  await lockProject(ctx, projectId)
  const stored = await findPolicy(ctx, projectId)
  const isFirst = body.acknowledged_by_team === true && !stored?.acknowledged_at
  const withdrawn = body.acknowledged_by_team === false
  const stamp = isFirst
    ? { acknowledged_at: ctx.services.clock.now(), acknowledged_by_id: actorId(ctx) }
    : { acknowledged_at: stored?.acknowledged_at ?? null, acknowledged_by_id: stored?.acknowledged_by_id ?? null }
  const acknowledged = withdrawn ? { acknowledged_at: null, acknowledged_by_id: null } : stamp
  await savePolicy(ctx, projectId, { levels: { ...stored?.levels, ...sent }, ...acknowledged })
  emit(ctx, guardrailPolicyUpdated, { projectId, payload: { id: projectId } })
  return readPolicy(ctx)
}

const policy = { path: '/projects/{id}/guardrail-policy/', tag: 'guardrails', scope: projectScope() } as const

export const guardrailRoutes = [
  route({
    method: 'GET',
    ...policy,
    summary: 'What happens to tasks that do not fit into a sprint',
    reply: policyReply,
    run: readPolicy,
  }),
  route({
    method: 'PATCH',
    ...policy,
    summary: 'Change the levels that are sent: warn or block',
    allow: (ctx: Ctx<ProjectScope>) => atLeast(ctx.scope.role, ROLE.member),
    body: policyBody,
    reply: policyReply,
    run: (ctx, { body }) => changePolicy(ctx, body),
  }),
]
