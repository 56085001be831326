import { z } from 'zod'
import { PRESET_SLUGS } from './presets.ts'

const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

const domain = z
  .string()
  .max(254)
  .transform((text) => text.trim().toLowerCase().replace(/^@/, ''))
  .refine((text) => DOMAIN.test(text), 'Not a domain')

const fields = {
  display_name: z.string().trim().max(120).optional(),
  client_id: z.string().trim().max(512).optional(),
  client_secret: z
    .string()
    .min(1, 'May not be blank')
    .max(4096)
    .refine((text) => text.trim() !== '', 'May not be blank')
    .optional(),
  server_url: z.string().trim().max(2048).optional(),
  github_org: z
    .string()
    .trim()
    .max(100)
    .regex(/^[a-zA-Z0-9-]*$/, 'Not an organisation name')
    .optional(),
  enabled: z.boolean().optional(),
  allowed_email_domains: z
    .array(domain)
    .max(200)
    .transform((domains) => [...new Set(domains)])
    .optional(),
  auto_create_members: z.boolean().optional(),
  default_role: z.union([z.literal(100), z.literal(300)], { error: 'Use 100 or 300' }).optional(),
  // Whether passwords may be used is decided for the workspace, not by one provider.
  allow_password_signin: z.undefined({ error: 'Cannot be set here' }).optional(),
}

export const createProviderBody = z.object({ slug: z.enum(PRESET_SLUGS), ...fields })
export const writeProviderBody = z.object(fields)
export type ProviderFields = z.output<typeof writeProviderBody>

export const providerReply = z
  .object({
    slug: z.string(),
    provider: z.string(),
    kind: z.enum(['oidc', 'oauth2']),
    display_name: z.string(),
    enabled: z.boolean(),
    client_id: z.string(),
    server_url: z.string(),
    github_org: z.string(),
    scopes: z.array(z.string()),
    allowed_email_domains: z.array(z.string()),
    auto_create_members: z.boolean(),
    default_role: z.int(),
    allow_password_signin: z.boolean(),
    allow_password_signin_enforced: z.boolean(),
    secret_set: z.boolean(),
    redirect_uri: z.string(),
    linked_account_count: z.int(),
    locked_out_account_count: z.int(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: 'SsoProviderRead' })

export const testConnectionReply = z
  .object({
    ok: z.boolean(),
    issuer: z.string().optional(),
    endpoints: z.record(z.string(), z.string()).optional(),
    error: z.string().optional(),
    detail: z.string().optional(),
  })
  .meta({ id: 'SsoTestConnectionResponse' })
