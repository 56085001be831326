import { z } from 'zod'

const MAX_REMARK_LENGTH = 10_000

/** What a person writes of a task, as it came: only what is nothing but space is no text. */
export const remarkText = z
  .string()
  .max(MAX_REMARK_LENGTH)
  .refine((text) => text.trim() !== '', 'This field may not be blank')
