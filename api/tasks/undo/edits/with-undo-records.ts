import { z } from 'zod'
import type { Ctx } from '../../../platform/context.ts'
import { answerSchemas, replyOfRoute, withFields, withQuery } from '../../../platform/http/answer-fields.ts'
import type { Route } from '../../../platform/http/route.ts'
import { type EditedScope, recordEdit } from './record-edit.ts'

const RECORDED: ReadonlySet<string> = new Set(
  ['/tasks/{id}/', '/dependencies/{id}/'].flatMap((path) => [`PUT ${path}`, `PATCH ${path}`, `DELETE ${path}`]),
)

const parameters = {
  undoable: z
    .stringbool()
    .optional()
    .describe('true: the reply names an `operation_id`, which `/edit-operations/{id}/undo/` takes back'),
}
const fields = {
  operation_id: z.guid().nullable().optional().describe('with `undoable`; null where nothing was changed'),
  can_undo: z.boolean().optional().describe('with `undoable`'),
}

/** The route table in which an edit or a deletion of one task or link can be recorded, so that it can be undone. */
export function withUndoRecords(table: readonly Route[]): Route[] {
  const answers = answerSchemas('Undoable', fields)
  return table.map((entry) =>
    RECORDED.has(`${entry.method} ${entry.path}`) ? recorded(entry, answers(entry.reply)) : entry,
  )
}

function recorded(entry: Route, reply: z.ZodType | undefined): Route {
  const asked = { 200: { description: 'What the request asked for beside the deletion.', schema: z.object(fields) } }
  return {
    ...entry,
    query: withQuery(entry, parameters),
    ...(reply ? { reply } : { otherReplies: { ...entry.otherReplies, ...asked } }),
    run: async (ctx: Ctx<EditedScope>, input) => {
      if ((input.query as { undoable?: boolean }).undoable !== true) return entry.run(ctx, input)
      const { result, recorded } = await recordEdit(ctx, async () =>
        replyOfRoute(entry, ctx, await entry.run(ctx, input)),
      )
      return withFields(result, recorded)
    },
  }
}
