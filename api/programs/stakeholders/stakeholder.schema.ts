import { z } from 'zod'

export const listStakeholdersQuery = z.object({
  search: z.string().max(512).optional().describe('words of the name or the address'),
  ordering: z.string().max(64).optional().describe('name, created_at; a leading - turns it round'),
})
export type StakeholdersQuery = z.output<typeof listStakeholdersQuery>

export const stakeholderBody = z.object({
  name: z.string().trim().min(1, 'This field may not be blank').max(200),
  email: z.string().trim().max(254).pipe(z.email('Enter a valid e-mail address')),
  note: z.string().max(10_000).optional(),
})
export type StakeholderInput = z.output<typeof stakeholderBody>
export const stakeholderPatch = stakeholderBody.partial()

export const stakeholderReply = z
  .object({
    id: z.guid(),
    name: z.string(),
    email: z.string(),
    note: z.string(),
    created_by: z.string().nullable().describe('the username of who put them down'),
    created_at: z.string().meta({ format: 'date-time' }),
    updated_at: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'ExternalStakeholder' })
