// Every kind of notification: where it is listed, and whether it is on where nobody said otherwise.

export const CHANNELS = ['in_app', 'email'] as const
export type Channel = (typeof CHANNELS)[number]

export const CATEGORIES = ['mentions', 'tasks', 'signals', 'project', 'digests'] as const
export type Category = (typeof CATEGORIES)[number]

interface Kind {
  readonly category: Category
  readonly defaults: Readonly<Record<Channel, boolean>>
  /** On under the preset `signal_only`, in the service alone. */
  readonly isSignal?: true
}

const told = { in_app: true, email: false }
const mailed = { in_app: true, email: true }
const silent = { in_app: false, email: false }

/** The 18 kinds of the personal matrix. Most are told in the service and never mailed unless asked for. */
export const KINDS = {
  mention_individual: { category: 'mentions', defaults: told },
  mention_group: { category: 'mentions', defaults: told },
  'task.assigned': { category: 'tasks', defaults: told },
  'task.due_date_changed': { category: 'tasks', defaults: told, isSignal: true },
  comment_on_my_task: { category: 'tasks', defaults: told },
  'task.blocked': { category: 'tasks', defaults: told, isSignal: true },
  'task.stale': { category: 'tasks', defaults: told },
  'sprint.task_rescheduled': { category: 'tasks', defaults: told },
  'task.moved_sprint': { category: 'tasks', defaults: told },
  'sprint.membership_changed': { category: 'tasks', defaults: told },
  'plan.amended': { category: 'tasks', defaults: told },
  'milestone.forecast_shifted': { category: 'signals', defaults: mailed },
  'project.end_date_shifted': { category: 'signals', defaults: told },
  'signal.ceiling_proposal_opened': { category: 'signals', defaults: told },
  'signal.ceiling_proposal_resolved': { category: 'signals', defaults: told },
  'project.deleted': { category: 'project', defaults: told },
  'program.health_digest': { category: 'digests', defaults: silent },
  'resource.overallocation_digest': { category: 'digests', defaults: silent },
} as const satisfies Record<string, Kind>

export type EventType = keyof typeof KINDS
export const EVENT_TYPES = Object.keys(KINDS) as EventType[]

export interface Cell {
  readonly event_type: EventType
  readonly channel: Channel
  readonly enabled: boolean
}

export const PRESETS = ['signal_only', 'everything'] as const
export type Preset = (typeof PRESETS)[number]

/** All cells of the matrix: as they are where nobody said otherwise, or under a preset. */
export function cellsOf(preset: Preset = 'everything'): Cell[] {
  return EVENT_TYPES.flatMap((event_type) =>
    CHANNELS.map((channel) => {
      const { defaults, isSignal } = KINDS[event_type] as Kind
      const enabled = preset === 'everything' ? defaults[channel] : isSignal === true && channel === 'in_app'
      return { event_type, channel, enabled }
    }),
  )
}
