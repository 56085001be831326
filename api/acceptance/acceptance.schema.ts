// biome-ignore-all lint/suspicious/noThenProperty: given, when, then are names on the wire, and never functions.
import { z } from 'zod'
import { pageQuery } from '../platform/http/paging.ts'
import { wireId } from '../platform/http/wire-kinds.ts'

export const MAX_POSITION = 2_147_483_647
const MAX_TEXT = 1000
const MAX_RESULTS = 200

const clause = z.string().trim().max(MAX_TEXT).optional()

export const listCriteriaQuery = z.object({
  ...pageQuery,
  task: wireId.optional(),
  search: z.string().max(512).optional(),
  ordering: z.string().max(64).optional().describe('position, text, met; a leading - turns it round'),
})
export type ListCriteriaQuery = z.output<typeof listCriteriaQuery>

export const criterionBody = z
  .object({
    task: wireId,
    text: z.string().trim().min(1, 'This field may not be blank').max(MAX_TEXT),
    given: clause,
    when: clause,
    then: clause,
    met: z.boolean().optional(),
    position: z.int().min(0).max(MAX_POSITION).optional().describe('last when left out'),
  })
  .meta({ id: 'AcceptanceCriterionRequest' })
export const criterionPatch = criterionBody.partial().meta({ id: 'PatchedAcceptanceCriterionRequest' })
export type CriterionFields = z.output<typeof criterionPatch>

export const resultsBody = z
  .object({
    results: z
      .array(z.object({ criterion_id: wireId, passed: z.boolean() }))
      .min(1)
      .max(MAX_RESULTS)
      .refine(
        (results) => new Set(results.map((result) => result.criterion_id)).size === results.length,
        'Each criterion may be named once',
      ),
  })
  .meta({ id: 'AcceptanceResults' })
export type ResultsInput = z.output<typeof resultsBody>

export const resultsReply = z
  .object({
    updated: z.array(z.guid()).describe('criteria whose flag flipped'),
    unchanged: z.array(z.guid()),
    unknown: z.array(z.guid()).describe('ids that are no criterion of this project'),
    tasks: z
      .array(z.object({ task: z.guid(), dor_ready: z.boolean(), criteria_met: z.int(), criteria_total: z.int() }))
      .describe('the tasks of the updated criteria'),
  })
  .meta({ id: 'AcceptanceResultsOutcome' })
export type ResultsOutcome = z.output<typeof resultsReply>

export const splitBody = z.object({
  name: z.string().trim().min(1, 'This field may not be blank').max(512).optional(),
})
