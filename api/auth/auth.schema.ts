import { z } from 'zod'

export const loginBody = z.object({
  username: z.string().min(1).max(254),
  password: z.string().min(1).max(1024),
  remember_me: z.unknown().optional().describe('only JSON true remembers'),
})

export const accessReply = z.object({ access: z.string() }).meta({ id: 'AccessToken' })
export const ticketReply = z.object({ ticket: z.string(), expires_in: z.int() }).meta({ id: 'SocketTicket' })

export const landingReply = z
  .object({
    intent: z.enum(['my_work', 'project_overview']),
    path: z.string(),
    resolved_by: z.enum(['preference', 'role_policy', 'fallback']),
  })
  .meta({ id: 'Landing' })

const dateFormat = z.enum(['auto', 'iso', 'us', 'eu'])
const roleContext = z.enum(['pm', 'scrum_master', 'unified'])
const defaultLanding = z.enum(['auto', 'my_work', 'project_overview', 'portfolio'])
const view = z.enum([
  'schedule',
  'grid',
  'calendar',
  'product-backlog',
  'sprints',
  'board',
  'today',
  'risk',
  'reports',
  'activity',
  'assets',
  'resources',
])

export const meReply = z
  .object({
    id: z.guid(),
    username: z.string(),
    display_name: z.string(),
    initials: z.string(),
    email: z.string(),
    max_project_role: z.int().nullable(),
    workspace_role: z.int().nullable(),
    can_access_admin_settings: z.boolean(),
    default_landing: defaultLanding,
    landing: landingReply,
    hidden_views: z.array(z.string()),
    role_context: roleContext,
    dnd_enabled: z.boolean(),
    timezone: z.string(),
    date_format: dateFormat,
  })
  .meta({ id: 'Me' })

export const profileReply = z
  .object({
    default_landing: defaultLanding,
    role_context: roleContext,
    hidden_views: z.array(z.string()),
    timezone: z.string(),
    date_format: dateFormat,
  })
  .meta({ id: 'UserProfile' })

function isZone(zone: string): boolean {
  if (zone === 'auto') return true
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

/** The removed field `schedule_in_deliver` rejects the whole body, so that a stale client notices. */
export const profileBody = z.object({
  default_landing: defaultLanding.optional(),
  role_context: roleContext.optional(),
  hidden_views: z
    .array(view)
    .max(32)
    .transform((views) => [...new Set(views)])
    .optional(),
  timezone: z.string().max(64).refine(isZone, 'Not an IANA time zone').optional(),
  date_format: dateFormat.optional(),
  schedule_in_deliver: z.undefined({ error: 'This field was removed' }).optional(),
})
