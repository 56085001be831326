import { projectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import { route } from '../platform/http/route.ts'
import { importRisks, readUploadedRisks } from './import-risks.ts'
import type { RiskSheet } from './read-risk-sheet.ts'
import { riskImportReply } from './risk.schema.ts'
import { riskCollection } from './risks-resource.ts'

const MAX_BYTES = 2 * 1024 * 1024

export const riskRoutes = [
  route({
    method: 'POST',
    path: '/projects/{id}/risks/import/',
    tag: 'risks',
    summary: 'Add the risks of a CSV file; rows that cannot be stored are told one by one',
    scope: projectScope(),
    allow: (ctx) => atLeast(ctx.scope.role, ROLE.member),
    upload: { field: 'file', required: true, maxBytes: () => MAX_BYTES },
    prepare: (_ctx, upload) => readUploadedRisks(upload),
    reply: riskImportReply,
    otherReplies: { 400: { description: 'The file is no register, or has more than 500 rows.' } },
    run: (ctx, { prepared }) => importRisks(ctx, prepared as RiskSheet),
  }),
  ...riskCollection,
]
