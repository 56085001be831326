import { TASK_STATUSES, type TaskStatus } from '../../compute/plan/task-status.ts'

const DEFAULT_MAP: Readonly<Record<TaskStatus, readonly string[]>> = {
  BACKLOG: ['backlog'],
  NOT_STARTED: ['todo', 'to do', 'open'],
  IN_PROGRESS: ['in_progress', 'in progress', 'doing'],
  REVIEW: ['review', 'in_review', 'in review'],
  ON_HOLD: [],
  COMPLETE: ['done', 'closed', 'complete'],
}

/** What an outside status means here: the token's own map first, then the usual words; anything else is backlog. */
export function mapStatus(outside: string, own: Readonly<Record<string, string>> | null): TaskStatus {
  const word = outside.trim().toLowerCase()
  const mapped = Object.entries(own ?? {}).find(([name]) => name.trim().toLowerCase() === word)?.[1]
  if (mapped !== undefined) return TASK_STATUSES.find((status) => status === mapped) ?? 'BACKLOG'
  return TASK_STATUSES.find((status) => DEFAULT_MAP[status].includes(word)) ?? 'BACKLOG'
}
