import { projectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import { guardedEdit } from '../platform/http/base-version.ts'
import { resource } from '../platform/http/resource.ts'
import { projectRows } from '../projects/project-rows.queries.ts'
import { followUpRisk, prepareRisk } from './prepare-risk.ts'
import { riskCreated, riskDeleted, riskUpdated } from './risk.events.ts'
import { presentRisk, RISK_COLUMNS, type RiskRow } from './risk.present.ts'
import { OWNER, risksThat, TASKS } from './risk.queries.ts'
import { type ListRisksQuery, listRisksQuery, type RiskInput, riskBody, riskReply } from './risk.schema.ts'

export const riskRows = projectRows<'risks', RiskRow, RiskInput, ListRisksQuery>({
  table: 'risks',
  columns: RISK_COLUMNS,
  computed: { owner: OWNER, tasks: TASKS },
  searched: ['title', 'description'],
  orderings: {
    severity: 'severity',
    probability: 'probability',
    impact: 'impact',
    status: 'status',
    created_at: 'created_at',
  },
  order: ['-impact', '-probability', 'title'],
  filter: risksThat,
  prepare: prepareRisk,
  afterSave: followUpRisk,
  events: { created: riskCreated, updated: riskUpdated, deleted: riskDeleted },
})

export const riskCollection = resource({
  path: '/projects/{id}/risks/',
  item: 'riskId',
  tag: 'risks',
  one: 'a risk',
  many: 'Risks of a project, the greatest impact first',
  agentReadable: true,
  scope: projectScope(),
  mayCreate: (ctx) => atLeast(ctx.scope.role, ROLE.member),
  mayChange: (ctx) => atLeast(ctx.scope.role, ROLE.member),
  mayRemove: (ctx) => atLeast(ctx.scope.role, ROLE.owner),
  query: listRisksQuery,
  body: riskBody,
  reply: riskReply,
  changed: guardedEdit,
  rows: riskRows,
  present: presentRisk,
})
