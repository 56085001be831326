import { dayNumber, parseDay } from '../plan/file-day.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The civil date as it is printed (`Mon, 17 Feb 2025 00:00:00 +0000`, `2025-02-17…`); its zone moves nothing. */
export function readIssueDay(text: string): number | null {
  const iso = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0]
  if (iso !== undefined) return parseDay(iso)
  const match = /^(?:\p{L}{2,9}\.?,\s{0,3})?(\d{1,2})[ /-](\p{L}{3})\p{L}{0,6}[ /-](\d{4})(?!\d)/u.exec(text)
  if (match === null) return null
  const month = MONTHS.indexOf((match[2] ?? '').toLowerCase()) + 1
  return month === 0 ? null : dayNumber(Number(match[3]), month, Number(match[1]))
}

export type IssueStatus = 'BACKLOG' | 'NOT_STARTED' | 'IN_PROGRESS' | 'REVIEW' | 'COMPLETE'

const BY_CATEGORY: Readonly<Record<string, IssueStatus>> = {
  new: 'NOT_STARTED',
  indeterminate: 'IN_PROGRESS',
  done: 'COMPLETE',
}
const BY_NAME: Readonly<Record<string, IssueStatus>> = {
  backlog: 'BACKLOG',
  'to do': 'NOT_STARTED',
  todo: 'NOT_STARTED',
  open: 'NOT_STARTED',
  reopened: 'NOT_STARTED',
  'selected for development': 'NOT_STARTED',
  'in progress': 'IN_PROGRESS',
  'in development': 'IN_PROGRESS',
  'in review': 'REVIEW',
  review: 'REVIEW',
  'in test': 'REVIEW',
  done: 'COMPLETE',
  closed: 'COMPLETE',
  resolved: 'COMPLETE',
  complete: 'COMPLETE',
}

/** The category decides, because names are translated and invented; null when neither says anything known. */
export function readStatus(category: string | null, name: string): IssueStatus | null {
  const key = name.toLowerCase()
  const byName = Object.hasOwn(BY_NAME, key) ? BY_NAME[key] : undefined
  const byCategory = category !== null && Object.hasOwn(BY_CATEGORY, category) ? BY_CATEGORY[category] : undefined
  // Both of one category: the name tells work from review.
  if (byCategory === 'IN_PROGRESS' && byName === 'REVIEW') return 'REVIEW'
  return byCategory ?? byName ?? null
}
