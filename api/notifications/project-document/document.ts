// How a member wants to be told of one project: a matrix of events and channels, a pause, and hours of quiet.

import type { DocumentChange, LoadedDocument, Matrix } from './document.queries.ts'

export const PROJECT_EVENTS = [
  'task_assigned',
  'task_overdue',
  'comment_mention',
  'status_change',
  'budget_alert',
  'risk_created',
  'milestone_reached',
  'sprint_start',
  'sprint_end',
] as const
export const PROJECT_CHANNELS = ['in_app', 'email', 'slack', 'mobile_push'] as const

type ProjectEvent = (typeof PROJECT_EVENTS)[number]

/** What the switches reach today: mentions, in the service and by mail. The others are kept for clients that send them. */
const DELIVERED_EVENTS: ReadonlySet<string> = new Set(['comment_mention'])
const DELIVERED_CHANNELS: ReadonlySet<string> = new Set(['in_app', 'email'])
const WITHOUT_PUSH: ReadonlySet<ProjectEvent> = new Set(['milestone_reached', 'sprint_start', 'sprint_end'])

/** As it is where the member said nothing. */
export function defaultMatrix(): Matrix {
  const isOn = (event: ProjectEvent, channel: string) => {
    if (event === 'status_change') return channel === 'in_app'
    return !(channel === 'mobile_push' && WITHOUT_PUSH.has(event))
  }
  return Object.fromEntries(
    PROJECT_EVENTS.map((event) => [
      event,
      Object.fromEntries(PROJECT_CHANNELS.map((channel) => [channel, isOn(event, channel)])),
    ]),
  )
}

export interface DocumentInput extends Omit<DocumentChange, 'matrix'> {
  readonly matrix?: Readonly<Record<string, Readonly<Record<string, boolean | undefined>> | undefined>> | undefined
}

/** What was sent is laid over what stands: cells that were not named stay as they are. */
export function mergeMatrix(stored: Matrix, sent: NonNullable<DocumentInput['matrix']>): Matrix {
  const base = defaultMatrix()
  return Object.fromEntries(
    PROJECT_EVENTS.map((event) => [event, { ...base[event], ...stored[event], ...definedIn(sent[event] ?? {}) }]),
  )
}

const definedIn = (cells: Readonly<Record<string, boolean | undefined>>) =>
  Object.fromEntries(Object.entries(cells).filter(([, isOn]) => isOn !== undefined)) as Record<string, boolean>

/** The zone by which the hours of quiet are read, and where it comes from. */
export function quietZone({ project_zone, workspace_zone }: Pick<LoadedDocument, 'project_zone' | 'workspace_zone'>) {
  if (project_zone) return { zone: project_zone, source: 'project' } as const
  if (workspace_zone) return { zone: workspace_zone, source: 'workspace' } as const
  const server = Intl.DateTimeFormat().resolvedOptions().timeZone
  return server ? ({ zone: server, source: 'server' } as const) : ({ zone: 'UTC', source: 'fallback' } as const)
}

export function presentDocument(row: LoadedDocument): object {
  const { zone, source } = quietZone(row)
  const asTrue = (names: readonly string[], delivered: ReadonlySet<string>) =>
    Object.fromEntries(names.map((name) => [name, delivered.has(name)]))
  return {
    schema_version: 1,
    matrix: mergeMatrix(row.matrix, {}),
    paused: row.paused,
    quiet_hours_enabled: row.quiet_hours_enabled,
    quiet_hours_from: row.quiet_hours_from,
    quiet_hours_until: row.quiet_hours_until,
    quiet_hours_timezone: zone,
    quiet_hours_timezone_source: source,
    event_delivery: asTrue(PROJECT_EVENTS, DELIVERED_EVENTS),
    channel_delivery: asTrue(PROJECT_CHANNELS, DELIVERED_CHANNELS),
  }
}
