import { z } from 'zod'
import { fieldError } from '../../platform/errors.ts'

const MAX_NAME = 255

export interface PlanFileOptions extends Record<string, unknown> {
  readonly source_project?: string
}

export const planFileForm = {
  source_project: z
    .string()
    .max(MAX_NAME)
    .optional()
    .describe('which project of a file that holds several: its code, name or id there'),
}

/** Form fields of a plan file: which project of a file that holds several, by its code, its name or its id there. */
export function planFileOptions(fields: Readonly<Record<string, string>>): PlanFileOptions {
  const name = fields.source_project?.trim() ?? ''
  if (name === '') return {}
  if (name.length > MAX_NAME || name.includes('\0'))
    throw fieldError('source_project', `Must be text of at most ${MAX_NAME} characters.`)
  return { source_project: name }
}
