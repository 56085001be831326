import { z } from 'zod'
import { baseVersionField } from '../platform/http/base-version.ts'
import { pageQuery } from '../platform/http/paging.ts'
import { civilDate, wireId } from '../platform/http/wire-kinds.ts'
import { delaySpread } from '../schedule/monte-carlo/simulation-extras.schema.ts'

export const RISK_STATUSES = ['OPEN', 'MITIGATING', 'RESOLVED', 'ACCEPTED', 'CLOSED'] as const
export const RISK_CATEGORIES = ['TECHNICAL', 'EXTERNAL', 'ORGANIZATIONAL', 'PROJECT_MANAGEMENT'] as const
export const RISK_RESPONSES = ['AVOID', 'MITIGATE', 'TRANSFER', 'ACCEPT'] as const

export const MAX_TITLE_LENGTH = 512
export const MAX_TEXT_LENGTH = 10_000
const MAX_DESCRIPTION_LENGTH = 100_000
const MAX_TASKS = 10

const scale = z.int().min(1).max(5)
const text = z.string().max(MAX_TEXT_LENGTH)
/** Nothing chosen may be sent as a blank. */
const chosen = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.preprocess((value) => (value === '' ? null : value), z.enum(names).nullable())

export const listRisksQuery = z.object({
  ...pageQuery,
  search: z.string().max(512).optional().describe('words in title and description'),
  ordering: z.string().max(128).optional().describe('severity, probability, impact, status, created_at'),
  short_id: z.string().max(64).optional().describe('R-7, R-007 or with the key of the project'),
  status: z.string().max(64).optional(),
  task: wireId.optional(),
})
export type ListRisksQuery = z.output<typeof listRisksQuery>

export const riskBody = z.object({
  title: z.string().trim().min(1, 'This field may not be blank').max(MAX_TITLE_LENGTH),
  description: z.string().max(MAX_DESCRIPTION_LENGTH).optional(),
  status: z.enum(RISK_STATUSES).optional().describe('OPEN when left out'),
  probability: scale,
  impact: scale,
  category: chosen(RISK_CATEGORIES).optional(),
  response: chosen(RISK_RESPONSES).optional(),
  mitigation_due_date: civilDate.nullable().optional(),
  trigger: text.optional(),
  contingency: text.optional(),
  notes: text.optional(),
  delay: delaySpread
    .nullable()
    .optional()
    .describe('working days by which it delays its tasks where it happens; simulations count it when asked'),
  owner: wireId.nullable().optional().describe('a member of the project'),
  tasks: z.array(wireId).max(MAX_TASKS).optional().describe('of the same project'),
  ...baseVersionField,
})
export type RiskInput = z.output<typeof riskBody>

export const riskReply = z
  .object({
    id: z.guid(),
    server_version: z.int(),
    short_id: z.string(),
    short_id_display: z.string(),
    qualified_id: z.string(),
    project: z.guid(),
    title: z.string(),
    description: z.string(),
    status: z.enum(RISK_STATUSES),
    probability: z.int(),
    impact: z.int(),
    severity: z.int().describe('probability times impact'),
    category: z.enum(RISK_CATEGORIES).nullable(),
    response: z.enum(RISK_RESPONSES).nullable(),
    mitigation_due_date: z.string().nullable().meta({ format: 'date' }),
    trigger: z.string(),
    contingency: z.string(),
    notes: z.string(),
    delay: delaySpread.nullable(),
    owner: z.guid().nullable(),
    owner_name: z.string().nullable(),
    owner_initials: z.string().nullable(),
    created_by: z.guid().nullable(),
    created_at: z.string().meta({ format: 'date-time' }),
    updated_at: z.string().meta({ format: 'date-time' }),
    tasks: z.array(z.guid()),
  })
  .meta({ id: 'Risk' })

const importIssue = z.object({ row: z.int(), field: z.string(), message: z.string() }).meta({ id: 'RiskImportIssue' })
export const riskImportReply = z
  .object({
    imported: z.int(),
    skipped: z.int(),
    errors: z.array(importIssue),
    warnings: z.array(importIssue),
  })
  .meta({ id: 'RiskImportResult' })
export type ImportIssue = z.output<typeof importIssue>
