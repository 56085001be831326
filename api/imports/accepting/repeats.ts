// Files that were imported before: nobody wants a plan twice without knowing.

import { z } from 'zod'
import type { ImportedPlan } from '../../../importers/plan/imported-plan.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldError, Refusal } from '../../platform/errors.ts'
import { findRepeats } from '../writing/plan.queries.ts'

/** A file is the same plan again when so much of it stands in the project already. */
const SAME_PLAN_SHARE = 0.5

/** What a caller wants of a file that is in the project already: added once more, with a warning, or refused. */
const ON_REPEAT = ['add', 'refuse'] as const

export const repeatField = z
  .enum(ON_REPEAT)
  .optional()
  .describe(
    'refuse: 400 `already_imported` when the project holds the tasks of the file already; else they are added, and the import says so',
  )

/** The form field `on_repeat`, as it is kept with the request. */
export function repeatOption(fields: Readonly<Record<string, string>>): { on_repeat?: (typeof ON_REPEAT)[number] } {
  const asked = fields.on_repeat?.trim() ?? ''
  if (asked === '') return {}
  const known = ON_REPEAT.find((value) => value === asked)
  if (known === undefined) throw fieldError('on_repeat', `Must be one of ${ON_REPEAT.join(', ')}.`)
  return { on_repeat: known }
}

/**
 * Tasks of the file that the project holds already, by the id that the file gives them and by their name. Null where they are
 * few; else what to tell, or 400 `already_imported` where that was asked for. The project is locked.
 */
export async function tellRepeats(
  ctx: Ctx<unknown>,
  projectId: string,
  plan: ImportedPlan,
  options: Readonly<Record<string, unknown>>,
): Promise<string | null> {
  if (plan.tasks.length === 0) return null
  const found = await findRepeats(ctx, projectId, {
    externalIds: plan.tasks.map(({ id }) => id),
    names: plan.tasks.map(({ name }) => name ?? ''),
  })
  if (found.count < plan.tasks.length * SAME_PLAN_SHARE) return null
  const origin = found.filename === null ? '' : `, from "${found.filename}"`
  const said = `${found.count} of ${plan.tasks.length} tasks of this file stand in the project already${origin}`
  if (options.on_repeat === 'refuse') {
    throw new Refusal(
      400,
      `${said}. Send it with on_repeat=add to have them a second time, or as lines that are merged by external id.`,
      {
        code: 'already_imported',
      },
    )
  }
  return `${said}; they are in it twice now. Undoing this import takes the second ones away.`
}
