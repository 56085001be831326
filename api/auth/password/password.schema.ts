import { z } from 'zod'

/** Only as strict as finding an account needs; addresses on plain host names exist. */
const address = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+$/, 'Enter a valid e-mail address')
const password = z.string().min(1).max(1024)

export const resetBody = z.object({ email: address })
export const confirmBody = z.object({
  uid: z.string().min(1).max(128),
  token: z.string().min(1).max(256),
  new_password: password,
})
export const changeBody = z.object({ current_password: password, new_password: password })

export const detailReply = z.object({ detail: z.string() }).meta({ id: 'Detail' })
export const passwordRefusal = z
  .object({
    detail: z.string(),
    code: z.enum(['invalid_token', 'weak_password']),
    messages: z.array(z.string()).optional(),
  })
  .meta({ id: 'PasswordRefusal' })
