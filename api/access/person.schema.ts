import { z } from 'zod'

/** A person beside what they did: who wrote a comment, who put a file there. */
export const personReply = z
  .object({ id: z.guid(), username: z.string(), display_name: z.string() })
  .meta({ id: 'Person' })
export type Person = z.output<typeof personReply>
