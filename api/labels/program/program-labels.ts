import { z } from 'zod'
import type { ProgramScope } from '../../access/program-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldError, refuseUnless } from '../../platform/errors.ts'
import { foldName } from '../../platform/fold-name.ts'
import { wholeText } from '../../platform/http/list-query.ts'
import { pageOf, presentPage } from '../../platform/http/paging.ts'
import { isUuid } from '../../platform/ids.ts'
import { loadTaskPage } from '../../tasks/reading/task-page.ts'
import { presentTasks } from '../../tasks/task.present.ts'
import { labelChip } from '../../tasks/task-parts.schema.ts'
import { pageLabelledTasks } from './program-label.queries.ts'

export const catalogReply = z.array(
  z
    .object({
      name: z.string(),
      color: z.string(),
      task_count: z.int(),
      project_count: z.int(),
      label_ids: z.array(z.guid()).describe('the label in each of the projects'),
    })
    .meta({
      id: 'ProgramLabel',
      description: 'The labels of one name, whatever its case, in the projects of a program.',
    }),
)

export const labelTasksQuery = z.object({
  page: wholeText(1).optional().describe('1-based page number'),
  label: z.string().max(50).optional().describe('name of a label, in any case'),
  labels: z.string().max(10_000).optional().describe('label ids, comma separated; any of them'),
})

export const labelTasksReply = pageOf(
  z
    .object({
      id: z.guid(),
      short_id: z.string(),
      name: z.string(),
      wbs_path: z.string().nullable(),
      status: z.string(),
      percent_complete: z.number(),
      early_finish: z.string().meta({ format: 'date' }).nullable(),
      is_milestone: z.boolean(),
      project: z.object({ id: z.guid(), name: z.string(), code: z.string() }),
      labels: z.array(labelChip),
    })
    .meta({ id: 'ProgramLabelTask' }),
)

const SHOWN = [
  ...(['id', 'short_id', 'name', 'wbs_path', 'status', 'percent_complete'] as const),
  ...(['early_finish', 'is_milestone', 'labels'] as const),
]

/** Tasks with labels in the projects of a program that the caller reads; with a label named, those that carry it. */
export async function listLabelledTasks(ctx: Ctx<ProgramScope>, query: z.output<typeof labelTasksQuery>) {
  const ids = (query.labels ?? '').split(',').flatMap((id) => id.trim() || [])
  refuseUnless(ids.every(isUuid), () => fieldError('labels', 'Must be a list of ids.'))
  const names = query.label ? [foldName(query.label)] : []
  const { results, ...page } = await pageLabelledTasks(ctx, { page: query.page, names, ids })
  const roles = new Map(results.map((row) => [row.project_id, row.role]))
  const shown = presentTasks(
    await loadTaskPage(
      ctx,
      results.map((row) => row.id),
      roles,
    ),
  )
  const tasks = shown.map((task, index) => {
    const at = results[index] as (typeof results)[number]
    const fields = Object.fromEntries(SHOWN.map((field) => [field, task[field]]))
    return { ...fields, project: { id: at.project_id, name: at.project_name, code: at.code } }
  })
  const path = `/programs/${ctx.scope.programId}/label-tasks/`
  return presentPage({ ...page, results: tasks }, ctx.services.config, path, query)
}
