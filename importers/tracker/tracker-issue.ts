/** One `item` of an issue tracker's export, texts trimmed and nothing interpreted. */
export type TrackerIssue = {
  /** Place among the items of the file, counted from 1. */
  row: number
  key: string
  title: string
  summary: string
  description: string
  type: string
  status: string
  /** `new`, `indeterminate` or `done`; null where the export does not say. */
  statusCategory: string | null
  parentKey: string | null
  epicKey: string | null
  subtaskKeys: string[]
  assignee: { id: string; name: string } | null
  labels: string[]
  estimateSeconds: number | null
  storyPoints: string
  start: string
  due: string
  created: string
  resolved: string
  links: IssueLink[]
}

/** What an issue says of its relation to another; `outward` means that this issue is the one that blocks. */
export type IssueLink = { typeName: string; direction: 'outward' | 'inward'; otherKey: string }

export type TrackerFile = {
  issues: TrackerIssue[]
  title: string
  /** How many issues the search found and where this file ends; null where it does not say. */
  total: number | null
  end: number | null
  application: string | null
}
