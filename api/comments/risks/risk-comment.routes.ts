import { atLeast, ROLE } from '../../access/roles.ts'
import { instantText } from '../../platform/db/sql.ts'
import { pageOf, presentPage } from '../../platform/http/paging.ts'
import { route } from '../../platform/http/route.ts'
import { commentOnRisk, riskScope } from './comment-on-risk.ts'
import { pageRiskComments, type RiskCommentRow } from './risk-comment.queries.ts'
import { listRiskCommentsQuery, riskCommentBody, riskCommentReply } from './risk-comment.schema.ts'

const PATH = '/projects/{id}/risks/{riskId}/comments/'
const common = { path: PATH, tag: 'comments', scope: riskScope }
const present = (row: RiskCommentRow) => ({ ...row, created_at: instantText(row.created_at) })

export const riskCommentRoutes = [
  route({
    method: 'GET',
    ...common,
    summary: 'Comments on a risk, the oldest first',
    query: listRiskCommentsQuery,
    reply: pageOf(riskCommentReply),
    run: async (ctx, { query }) => ({ page: await pageRiskComments(ctx, query), query }),
    present: ({ page, query }, ctx) => {
      const { projectId, riskId } = ctx.scope
      const path = `/projects/${projectId}/risks/${riskId}/comments/`
      return presentPage({ ...page, results: page.results.map(present) }, ctx.services.config, path, query)
    },
  }),
  route({
    method: 'POST',
    ...common,
    allow: (ctx) => atLeast(ctx.scope.role, ROLE.member),
    summary: 'Comment on a risk; it stays as it is said',
    body: riskCommentBody,
    status: 201,
    reply: riskCommentReply,
    run: (ctx, { body }) => commentOnRisk(ctx, body.message),
    present,
  }),
]
