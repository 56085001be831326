import { findProjectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import { type TaskOfBodyScope, taskOfBodyScope } from '../people/task-of-body.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import { pageOf, presentPage } from '../platform/http/paging.ts'
import { type RawInput, route } from '../platform/http/route.ts'
import { pageRules, type RuleRow } from './recurrence.queries.ts'
import { listRulesQuery, ruleBody, rulePatch, ruleReply } from './recurrence.schema.ts'
import { createRule, deleteRule, loadRule, type RuleScope, updateRule } from './write-rule.ts'

const tag = 'recurrence'
const mayWrite = (ctx: Ctx<TaskOfBodyScope | RuleScope>) => atLeast(ctx.scope.role, ROLE.scheduler)

async function ruleScope(ctx: Ctx, raw: RawInput): Promise<RuleScope> {
  const rule = await loadRule(ctx, raw.params.id ?? '')
  const scope = await findProjectScope(ctx, rule.project_id)
  refuseUnless(scope, notFound)
  return { ...scope, ruleId: rule.id }
}

function presentRule(row: RuleRow) {
  const { task_id, project_id, sync_seq, made_on, is_deleted, deleted_at, created_at, ...shown } = row
  return { ...shown, task: task_id }
}

const one = { path: '/recurrence-rules/{id}/', tag, scope: ruleScope } as const
const change = { ...one, allow: mayWrite, reply: ruleReply, present: presentRule } as const

export const recurrenceRoutes = [
  route({
    method: 'GET',
    path: '/recurrence-rules/',
    tag,
    summary: 'Rules by which tasks of the caller’s projects recur',
    query: listRulesQuery,
    reply: pageOf(ruleReply),
    run: async (ctx, { query }) => {
      const page = await pageRules(ctx, query)
      const shown = { ...page, results: page.results.map(presentRule) }
      return presentPage(shown, ctx.services.config, '/recurrence-rules/', query)
    },
  }),
  route({
    method: 'POST',
    path: '/recurrence-rules/',
    tag,
    summary: 'Make a task recur; it leaves the schedule, and a task is made for each day of the rule',
    scope: taskOfBodyScope,
    allow: mayWrite,
    body: ruleBody,
    status: 201,
    reply: ruleReply,
    run: (ctx, { body }) => createRule(ctx, body),
    present: presentRule,
  }),
  route({
    method: 'GET',
    ...one,
    summary: 'One rule',
    reply: ruleReply,
    run: (ctx) => loadRule(ctx, ctx.scope.ruleId),
    present: presentRule,
  }),
  route({
    method: 'PUT',
    ...change,
    summary: 'Change a rule, naming its task',
    body: ruleBody,
    run: (ctx, { body }) => updateRule(ctx, body),
  }),
  route({
    method: 'PATCH',
    ...change,
    summary: 'Change a rule',
    body: rulePatch,
    run: (ctx, { body }) => updateRule(ctx, body),
  }),
  route({
    method: 'DELETE',
    ...one,
    summary: 'End a rule; its task is scheduled again and what was made stays',
    allow: mayWrite,
    status: 204,
    run: (ctx) => deleteRule(ctx),
  }),
]
