import { type Diagnostics, quoted } from '../plan/diagnostics.ts'
import type { TrackerIssue } from './tracker-issue.ts'

/**
 * The parent of each issue: what it says itself, else its epic, else the issue that lists it as a sub-task. A parent
 * outside the file leaves the issue at the top, and so does one that would make a circle.
 */
export function placeIssues(issues: readonly TrackerIssue[], diagnostics: Diagnostics): Map<string, string> {
  const known = new Set(issues.map((issue) => issue.key))
  const listedBy = new Map<string, string>()
  for (const issue of issues) for (const key of issue.subtaskKeys) if (!listedBy.has(key)) listedBy.set(key, issue.key)
  const parents = new Map<string, string>()
  for (const issue of issues) {
    const wanted = issue.parentKey ?? issue.epicKey ?? listedBy.get(issue.key)
    if (wanted === undefined || wanted === issue.key) continue
    if (known.has(wanted)) parents.set(issue.key, wanted)
    else
      diagnostics.warn(
        'foreign_parent',
        { row: issue.row, field: 'parent' },
        `${issue.key}: parent ${quoted(wanted)} is not in the file`,
      )
  }
  breakCircles(issues, parents, diagnostics)
  return parents
}

/** Walks up from each issue once; every issue is passed a bounded number of times however deep the tree. */
function breakCircles(issues: readonly TrackerIssue[], parents: Map<string, string>, diagnostics: Diagnostics): void {
  const settled = new Set<string>()
  for (const issue of issues) {
    const path = new Set<string>()
    let key: string | undefined = issue.key
    while (key !== undefined && !settled.has(key)) {
      path.add(key)
      const parent = parents.get(key)
      if (parent !== undefined && path.has(parent)) {
        parents.delete(key)
        diagnostics.warn('parent_cycle', { row: issue.row, field: 'parent' }, `${key}: its parents run in a circle`)
        break
      }
      key = parent
    }
    for (const passed of path) settled.add(passed)
  }
}
