import { z } from 'zod'
import { pageQuery } from '../../platform/http/paging.ts'
import { CADENCES } from './ceremony.entity.ts'

/** Meetings that belong to a sprint are laid out with it, in each project. */
const OF_A_SPRINT =
  /\b(sprint (planning|review|retro(spective)?|demo)|retro(spective)?s?|daily (scrum|stand ?up)|stand ?ups?|scrum of scrums)\b/

function isOfSprint(name: string): boolean {
  return OF_A_SPRINT.test(
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  )
}

export const ceremonyBody = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'This field may not be blank')
    .max(120)
    .refine((name) => !isOfSprint(name), 'This meeting belongs to the sprints of the projects; give it another name.'),
  cadence_type: z.enum(CADENCES),
  cadence_day: z.string().trim().max(32).optional().describe('`Tuesday`, `first Monday`; not on a milestone'),
  cadence_time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, 'Send a time as HH:MM.')
    .nullable()
    .optional(),
  duration_minutes: z.int().min(5).max(1_440).optional(),
  owner_role: z.string().trim().max(64).optional(),
  enabled: z.boolean().optional(),
})
export type CeremonyInput = z.output<typeof ceremonyBody>
export const ceremonyPatch = ceremonyBody.partial()
export const listCeremoniesQuery = z.object(pageQuery)

const instant = z.string().meta({ format: 'date-time' })
export const ceremonyReply = z
  .object({
    id: z.guid(),
    server_version: z.int(),
    program: z.guid(),
    name: z.string(),
    cadence_type: z.enum(CADENCES),
    cadence_day: z.string(),
    cadence_time: z.string().nullable().describe('HH:MM:SS'),
    duration_minutes: z.int(),
    owner_role: z.string(),
    enabled: z.boolean(),
    created_by: z.guid().nullable(),
    created_at: instant,
    updated_at: instant,
  })
  .meta({ id: 'CeremonyTemplate' })
