import { z } from 'zod'
import { CONSTRAINT_NAMES } from '../../../compute/plan/constraint-names.ts'
import { MILESTONE_MOMENTS } from '../../../compute/plan/plan-document.ts'
import { baseVersionField } from '../../platform/http/base-version.ts'
import { civilDate } from '../../platform/http/wire-kinds.ts'

/** The columns that this form writes. */
export const CONSTRAINT_FIELDS = ['constraint_type', 'constraint_date', 'deadline', 'milestone_at'] as const

const moment = z.enum(MILESTONE_MOMENTS).nullable()

/** What a task is held to beside its planned start. A field left out is none: the body is the whole of it. */
export const constraintBody = z.object({
  constraint_type: z.enum(CONSTRAINT_NAMES).default('ASAP').describe('ASAP for none'),
  constraint_date: civilDate.nullable().default(null).describe('of every kind but ASAP and ALAP, which take none'),
  deadline: civilDate.nullable().default(null),
  milestone_at: moment
    .default(null)
    .describe(
      'which end of its day a milestone stands at, and with it all its links; a task that takes time keeps it for later',
    ),
  ...baseVersionField,
})

export type ConstraintInput = z.output<typeof constraintBody>

export const constraintReply = z
  .object({
    task: z.guid(),
    constraint_type: z.enum(CONSTRAINT_NAMES),
    constraint_date: z.string().meta({ format: 'date' }).nullable(),
    deadline: z.string().meta({ format: 'date' }).nullable(),
    milestone_at: moment,
  })
  .meta({ id: 'TaskConstraint' })
