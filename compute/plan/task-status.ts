/** How far work has come, in the order of the board. */
export const TASK_STATUSES = ['BACKLOG', 'NOT_STARTED', 'IN_PROGRESS', 'REVIEW', 'ON_HOLD', 'COMPLETE'] as const

export type TaskStatus = (typeof TASK_STATUSES)[number]
