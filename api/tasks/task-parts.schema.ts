// biome-ignore-all lint/suspicious/noThenProperty: given, when, then are names on the wire, and never functions.
import { z } from 'zod'

// What rooms around the plan show inside a task; it is read of them through `taskParts`.

/** A label as it is shown on a task. */
export const labelChip = z.object({ id: z.guid(), name: z.string(), color: z.string(), position: z.int() })
export type LabelChip = z.output<typeof labelChip>

/** Values of a project's own fields, by the id of the field. */
export type FieldValues = Readonly<Record<string, unknown>>

export const criterionReply = z
  .object({
    id: z.guid(),
    task: z.guid(),
    text: z.string(),
    given: z.string(),
    when: z.string(),
    then: z.string(),
    met: z.boolean(),
    position: z.int(),
    met_by: z.guid().nullable(),
    met_by_name: z.string().nullable(),
    met_at: z.string().meta({ format: 'date-time' }).nullable(),
    server_version: z.int(),
  })
  .meta({ id: 'AcceptanceCriterion' })
/** A criterion as it is told. */
export type Criterion = z.output<typeof criterionReply>
