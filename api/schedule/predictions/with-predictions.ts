import { z } from 'zod'
import type { Ctx } from '../../platform/context.ts'
import { Reply, type Route } from '../../platform/http/route.ts'
import { explainWrite, foretellWrite, type PredictedScope } from './predict-write.ts'
import { explanationReply, predictionQuery, predictionReply } from './prediction.schema.ts'

const TASKS = ['POST /tasks/', 'PUT /tasks/{id}/', 'PATCH /tasks/{id}/', 'DELETE /tasks/{id}/']
const LINKS = [
  ...['POST /dependencies/', 'PUT /dependencies/{id}/', 'PATCH /dependencies/{id}/'],
  ...['DELETE /dependencies/{id}/', 'POST /projects/{id}/tasks/bulk/'],
]
const PREDICTED: ReadonlySet<string> = new Set([...TASKS, ...LINKS])

/**
 * The route table in which writes of tasks and links can be asked for what they do to the dates. A request that does not
 * ask runs as it would without.
 */
export function withPredictions(table: readonly Route[]): Route[] {
  const explained = new Map<z.ZodType, z.ZodType>()
  return table.map((entry) => {
    if (!PREDICTED.has(`${entry.method} ${entry.path}`)) return entry
    if (entry.reply && !explained.has(entry.reply)) explained.set(entry.reply, withExplanation(entry.reply))
    return predicted(entry, entry.reply && explained.get(entry.reply))
  })
}

function predicted(entry: Route, reply: z.ZodType | undefined): Route {
  const status = entry.status ?? 200
  const told = entry.reply ? predictionReply : z.union([predictionReply, z.object({ explanation: explanationReply })])
  const other = {
    200: { description: 'With `dry_run` or `explain`: nothing was stored, or what was moved.', schema: told },
  }
  return {
    ...entry,
    query: z.object({ ...(entry.query as z.ZodObject | undefined)?.shape, ...predictionQuery }),
    ...(reply ? { reply } : {}),
    ...(status === 200 ? {} : { otherReplies: { ...entry.otherReplies, ...other } }),
    run: async (ctx: Ctx<PredictedScope>, input) => {
      const { dry_run: isDryRun, explain: isExplained } = input.query as { dry_run?: boolean; explain?: boolean }
      if (!isDryRun && !isExplained) return entry.run(ctx, input)
      const write = async () => replyOf(entry, ctx, await entry.run(ctx, input))
      return isDryRun ? foretellWrite(ctx, write) : explainWrite(ctx, write)
    },
  }
}

async function replyOf(entry: Route, ctx: Ctx<PredictedScope>, result: unknown): Promise<Reply> {
  if (result instanceof Reply) return result
  return new Reply(entry.status ?? 200, entry.present ? await entry.present(result, ctx) : result)
}

function withExplanation(reply: z.ZodType): z.ZodType {
  const id = reply.meta()?.id
  const told = (reply as z.ZodObject).extend({ explanation: explanationReply.optional().describe('with `explain`') })
  return id === undefined ? told : told.meta({ id: `Explained${id}` })
}
