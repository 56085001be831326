import type { ImportLimits } from '../plan/import-limits.ts'
import { ImportRefusal } from '../plan/import-refusal.ts'
import { decodeText } from '../spreadsheet/text/decode-text.ts'
import { sniffSeparator } from '../spreadsheet/text/sniff-separator.ts'
import { splitDelimited } from '../spreadsheet/text/split-delimited.ts'
import type { IssueLink, TrackerFile, TrackerIssue } from './tracker-issue.ts'

/** Headers of the columns that are read, as trackers spell them, the surest first. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  key: ['issue key', 'key', 'issue id', 'number', 'iid', 'id'],
  id: ['issue id', 'id'],
  summary: ['summary', 'title'],
  description: ['description', 'body'],
  type: ['issue type', 'type'],
  status: ['status', 'state'],
  category: ['status category'],
  parent: ['parent key', 'parent', 'parent issue', 'parent id'],
  epic: ['custom field (epic link)', 'epic link', 'epic id'],
  assignee: ['assignee', 'assignees'],
  account: ['assignee id', 'assignee username'],
  estimate: ['original estimate', 'time estimate'],
  points: ['custom field (story points)', 'custom field (story point estimate)', 'story points', 'weight'],
  start: ['custom field (start date)', 'custom field (target start)', 'start date', 'start'],
  due: ['due date', 'due', 'custom field (target end)', 'end date', 'target date'],
  created: ['created', 'created at (utc)', 'created at', 'createdat'],
  resolved: ['resolved', 'closed at (utc)', 'closed at', 'closedat'],
  url: ['url', 'link'],
}
const CATEGORIES: Readonly<Record<string, string>> = { 'to do': 'new', 'in progress': 'indeterminate', done: 'done' }
const LINK = /^(outward|inward) issue link \((.{1,100})\)$/

/** Issues out of a tracker's export as a table of text: one row an issue, columns by the headers that trackers write. */
export function readIssueTable(bytes: Uint8Array, limits: ImportLimits): TrackerFile {
  const { text } = decodeText(bytes)
  const issues: TrackerIssue[] = []
  const keyOfId = new Map<string, string>()
  let row: RowReader | null = null
  splitDelimited(text, sniffSeparator(text), (_line, cells) => {
    if (row === null) {
      row = new RowReader(cells)
      return
    }
    if (cells.every((cell) => cell.trim() === '')) return
    if (issues.length >= limits.trackerIssues)
      throw new ImportRefusal('too_many_tasks', `the file holds more than ${limits.trackerIssues} issues`)
    const issue = row.read(cells, issues.length + 1)
    const id = row.value(cells, 'id')
    if (id !== '') keyOfId.set(id, issue.key)
    issues.push(issue)
  })
  // Sub-tasks name their parent by the tracker's inner number.
  for (const issue of issues)
    if (issue.parentKey !== null) issue.parentKey = keyOfId.get(issue.parentKey) ?? issue.parentKey
  return { issues, title: '', total: null, end: null, application: null }
}

class RowReader {
  readonly #headers: readonly string[]
  readonly #columns = new Map<string, number>()

  constructor(cells: readonly string[]) {
    this.#headers = cells.map((cell) => cell.trim().toLowerCase())
    for (const [field, names] of Object.entries(COLUMNS)) {
      const found = names.map((name) => this.#headers.indexOf(name)).find((at) => at >= 0)
      if (found !== undefined) this.#columns.set(field, found)
    }
    const hasKey = this.#columns.has('key') || this.#columns.has('url')
    if (!hasKey || !this.#columns.has('summary'))
      throw new ImportRefusal('no_header', "line 1: a tracker's export names the columns of keys and summaries")
  }

  value(cells: readonly string[], field: string): string {
    const at = this.#columns.get(field)
    return (at === undefined ? '' : (cells[at] ?? '')).trim()
  }

  read(cells: readonly string[], row: number): TrackerIssue {
    const of = (field: string) => this.value(cells, field)
    const name = of('assignee').split(/[,;]/)[0]?.trim() ?? ''
    const category = of('category').toLowerCase()
    const seconds = of('estimate')
    return {
      row,
      key: of('key') || (/\/(\d{1,12})\/?$/.exec(of('url'))?.[1] ?? ''),
      title: '',
      summary: of('summary'),
      description: of('description'),
      type: of('type'),
      status: of('status').replace(/^opened$/i, 'open'),
      statusCategory: Object.hasOwn(CATEGORIES, category) ? (CATEGORIES[category] ?? null) : null,
      parentKey: of('parent') || null,
      epicKey: of('epic') || null,
      subtaskKeys: [],
      assignee: name === '' ? null : { id: of('account') || name, name },
      labels: this.#labels(cells),
      estimateSeconds: /^\d{1,12}$/.test(seconds) ? Number(seconds) : null,
      storyPoints: of('points'),
      start: withCentury(of('start')),
      due: withCentury(of('due')),
      created: withCentury(of('created')),
      resolved: withCentury(of('resolved')),
      links: this.#links(cells),
    }
  }

  /** Trackers repeat the column, or list labels in one cell. */
  #labels(cells: readonly string[]): string[] {
    return this.#headers.flatMap((header, at) => {
      if (header !== 'labels' && header !== 'label') return []
      return (cells[at] ?? '').split(',').flatMap((label) => label.trim() || [])
    })
  }

  #links(cells: readonly string[]): IssueLink[] {
    return this.#headers.flatMap((header, at) => {
      const [, direction, typeName] = LINK.exec(header) ?? []
      const otherKey = (cells[at] ?? '').trim()
      if (typeName === undefined || otherKey === '') return []
      return [{ typeName, direction: direction as IssueLink['direction'], otherKey }]
    })
  }
}

/** Some exports print years in two digits. */
function withCentury(text: string): string {
  return text.replace(
    /^(\d{1,2}[/ -]\p{L}{3}[/ -])(\d{2})(?!\d)/u,
    (_all, day: string, year: string) => `${day}20${year}`,
  )
}
