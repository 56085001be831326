import { z } from 'zod'

export const PROVIDERS = ['gitlab', 'github', 'generic'] as const
export type CredentialProvider = (typeof PROVIDERS)[number]

const instant = z.string().meta({ format: 'date-time' })

export const credentialParams = z.object({ provider: z.string().max(64) })

export const credentialBody = z.object({
  secret: z.string().min(1).max(4096),
  base_url: z.string().trim().max(512).optional().describe('of an installation of your own; else the public one'),
  expires_at: z.iso.datetime({ offset: true }).nullable().optional().describe('for your own information'),
})
export type CredentialInput = z.output<typeof credentialBody>

export const credentialReply = z
  .object({
    provider: z.enum(PROVIDERS),
    name: z.string(),
    exists: z.boolean(),
    base_url: z.string(),
    created_at: instant.nullable(),
    updated_at: instant.nullable(),
    last_used_at: instant.nullable(),
    expires_at: instant.nullable(),
    requires_credential: z.boolean(),
  })
  .meta({ id: 'CredentialSummary' })

export const verificationError = z
  .object({ detail: z.string(), code: z.string(), reason: z.string().nullable() })
  .meta({ id: 'CredentialVerificationError' })
