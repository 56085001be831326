import type { Ctx } from '../../platform/context.ts'
import type { EventType } from '../kinds.ts'

export type Facts = Readonly<Record<string, unknown>>

/** What an event says, and the name of who caused it. */
export interface ToldEvent {
  readonly facts: Facts
  readonly actor: string
}

/** What one event of a project means for people. */
export type Tell = (ctx: Ctx<unknown>, projectId: string, event: ToldEvent) => Promise<Telling[]>

export interface Person {
  readonly account_id: string
  readonly mention_id?: string
}

/** One thing to be told, and to whom; who may not be told is left out when it is stored. */
export interface Telling {
  readonly event_type: EventType
  readonly subject: string
  /** What who is no member of the project reads instead: it names nothing of the project. */
  readonly outsider_subject?: string
  readonly body: string
  readonly project_id: string | null
  readonly task_id: string | null
  readonly to: readonly Person[]
  /** Its mail is seen to elsewhere. */
  readonly isMailSettled?: boolean
  /** How several of the kind are told at once, and what the list of them says of this one. */
  readonly among?: { readonly name: string; readonly subjectOf: (count: number) => string }
}

/** One notification of one person. */
export interface ToldRow extends Omit<Telling, 'to' | 'among'>, Person {
  /** The tasks of a notification that speaks of several. */
  readonly task_ids: readonly string[] | null
}

const NAMES_LISTED = 10

/**
 * What each person is told. Several tellings of one kind and project that a transaction has for a person become one that
 * lists the first of them: who is given five hundred tasks by one batch is told once.
 */
export function rowsOf(tellings: readonly Telling[]): ToldRow[] {
  const groups = new Map<string, { telling: Telling; person: Person }[]>()
  tellings.forEach((telling, place) => {
    for (const person of telling.to) {
      const { event_type, project_id, among } = telling
      const key = [person.account_id, event_type, project_id, among ? 'among' : place].join(' ')
      const known = groups.get(key)
      if (known) known.push({ telling, person })
      else groups.set(key, [{ telling, person }])
    }
  })
  return [...groups.values()].flatMap((group): ToldRow[] => {
    const [first] = group
    if (!first) return []
    const { to: _, among, ...told } = first.telling
    const tasks = new Map(group.map(({ telling }) => [telling.task_id, telling.among?.name ?? '']))
    if (!among || tasks.size < 2) return [{ ...told, ...first.person, task_ids: null }]
    const names = [...tasks.values()]
    const more = names.length - NAMES_LISTED
    const body = [...names.slice(0, NAMES_LISTED), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
    const task_ids = [...tasks.keys()].flatMap((id) => id ?? [])
    return [{ ...told, ...first.person, subject: among.subjectOf(names.length), body, task_id: null, task_ids }]
  })
}

/** The form of most tellings: of a task, in few words. */
export function telling(
  event_type: EventType,
  task: { readonly project_id: string; readonly id: string; readonly name: string },
  words: { readonly one: string; readonly many?: (count: number) => string; readonly body?: string },
  accountIds: readonly unknown[],
): Telling {
  const to = [...new Set(accountIds)].flatMap((id) => (typeof id === 'string' ? [{ account_id: id }] : []))
  const among = words.many && { among: { name: task.name, subjectOf: words.many } }
  const { one: subject, body = '' } = words
  return { event_type, subject, body, project_id: task.project_id, task_id: task.id, to, ...among }
}
