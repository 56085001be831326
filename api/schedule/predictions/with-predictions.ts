import { z } from 'zod'
import type { Ctx } from '../../platform/context.ts'
import { answerSchemas, replyOfRoute, withQuery } from '../../platform/http/answer-fields.ts'
import type { Route } from '../../platform/http/route.ts'
import { explainWrite, foretellWrite, type PredictedScope } from './predict-write.ts'
import { explanationReply, predictionQuery, predictionReply } from './prediction.schema.ts'

const TASKS = [
  ...['POST /tasks/', 'PUT /tasks/{id}/', 'PATCH /tasks/{id}/', 'DELETE /tasks/{id}/'],
  ...['PUT /tasks/{id}/constraint/', 'DELETE /tasks/{id}/constraint/', 'POST /tasks/{id}/split/'],
]
const LINKS = [
  ...['POST /dependencies/', 'PUT /dependencies/{id}/', 'PATCH /dependencies/{id}/'],
  ...['DELETE /dependencies/{id}/', 'POST /dependencies/{id}/accept/', 'POST /dependencies/{id}/reject/'],
  'POST /projects/{id}/tasks/bulk/',
]
/** Of the tree: what held a phase goes with it, and who asks first must not find that it was done. */
const TREE = [
  ...['indent', 'outdent', 'reparent'].map((move) => `POST /projects/{id}/tasks/{task_id}/${move}/`),
  ...['POST /projects/{id}/tasks/group/', 'POST /projects/{id}/tasks/ungroup/', 'POST /tasks/{id}/restore/'],
  ...['POST /projects/{id}/tasks/reorder/', 'PATCH /projects/{id}/tasks/classification/'],
  'POST /tasks/delete-untouched-seeded/',
  ...['POST /projects/{id}/phases/', 'PATCH /projects/{id}/phases/reorder/', 'POST /tasks/{id}/reorder/'],
  ...['PUT', 'PATCH', 'DELETE'].map((method) => `${method} /projects/{id}/phases/{phaseId}/`),
]
const PREDICTED: ReadonlySet<string> = new Set([...TASKS, ...LINKS, ...TREE])

/**
 * The route table in which writes of tasks, links and the tree can be asked for what they do to the dates. A request that does not
 * ask runs as it would without.
 */
export function withPredictions(table: readonly Route[]): Route[] {
  const explained = answerSchemas('Explained', { explanation: explanationReply.optional().describe('with `explain`') })
  return table.map((entry) => {
    if (!PREDICTED.has(`${entry.method} ${entry.path}`)) return entry
    return predicted(entry, explained(entry.reply))
  })
}

function predicted(entry: Route, reply: z.ZodType | undefined): Route {
  const { 200: known, ...others } = entry.otherReplies ?? {}
  const alone = known?.schema ?? z.object({})
  const bodies = entry.reply
    ? predictionReply
    : z.union([predictionReply, (alone as z.ZodObject).extend({ explanation: explanationReply.optional() })])
  const asked = { description: 'What the request asked for beside the write.', schema: bodies }
  return {
    ...entry,
    query: withQuery(entry, predictionQuery),
    ...(reply ? { reply } : {}),
    ...((entry.status ?? 200) === 200 ? {} : { otherReplies: { ...others, 200: asked } }),
    run: async (ctx: Ctx<PredictedScope>, input) => {
      const { dry_run: isDryRun, explain: isExplained } = input.query as { dry_run?: boolean; explain?: boolean }
      if (!isDryRun && !isExplained) return entry.run(ctx, input)
      const write = async () => replyOfRoute(entry, ctx, await entry.run(ctx, input))
      return isDryRun ? foretellWrite(ctx, write) : explainWrite(ctx, write)
    },
  }
}
