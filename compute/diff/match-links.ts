import type { LinkFields } from './plan-state.ts'

/** One link in both plans, or in one of them. */
export interface LinkMatch {
  before: LinkFields | null
  after: LinkFields | null
}

/**
 * The links of two plans that differ, in pairs: those of the same tasks and type first, then what is left between the same
 * tasks, so that a changed type is one change and not two. Sorted by predecessor, successor and type.
 */
export function changedLinks(before: readonly LinkFields[], after: readonly LinkFields[]): LinkMatch[] {
  const [olds, news] = withoutEnds(before, after)
  return matchLinks(olds, news).filter(({ before: old, after: now }) => !old || !now || !isSameLink(old, now))
}

/** Without the equal links that begin and end both lists: of two states of one plan these are nearly all. */
function withoutEnds(before: readonly LinkFields[], after: readonly LinkFields[]) {
  const shorter = Math.min(before.length, after.length)
  let from = 0
  while (from < shorter && isEqual(before[from], after[from])) from++
  let end = 0
  while (end < shorter - from && isEqual(before[before.length - 1 - end], after[after.length - 1 - end])) end++
  return [before.slice(from, before.length - end), after.slice(from, after.length - end)]
}

function isEqual(left: LinkFields, right: LinkFields): boolean {
  return left.predecessor === right.predecessor && left.successor === right.successor && isSameLink(left, right)
}

function matchLinks(before: readonly LinkFields[], after: readonly LinkFields[]): LinkMatch[] {
  const afterByPair = Map.groupBy(after, pairKey)
  const matches: LinkMatch[] = []
  for (const [pair, olds] of Map.groupBy(before, pairKey)) {
    matches.push(...matchPair([...olds].sort(byKind), [...(afterByPair.get(pair) ?? [])].sort(byKind)))
    afterByPair.delete(pair)
  }
  for (const news of afterByPair.values()) for (const link of news) matches.push({ before: null, after: link })
  return matches.sort((left, right) => byEnds((left.before ?? left.after)!, (right.before ?? right.after)!))
}

function matchPair(olds: LinkFields[], news: LinkFields[]): LinkMatch[] {
  const matches: LinkMatch[] = []
  // Equal links first, then those of the same type, then whatever remains.
  const rules = [isSameLink, (old: LinkFields, link: LinkFields) => old.type === link.type]
  let rest = olds
  for (const isMatch of rules) {
    const unmatched: LinkFields[] = []
    for (const old of rest) {
      const at = news.findIndex((link) => isMatch(old, link))
      if (at === -1) unmatched.push(old)
      else matches.push({ before: old, after: news.splice(at, 1)[0] })
    }
    rest = unmatched
  }
  for (const old of rest) matches.push({ before: old, after: news.shift() ?? null })
  for (const link of news) matches.push({ before: null, after: link })
  return matches
}

function isSameLink(left: LinkFields, right: LinkFields): boolean {
  return left.type === right.type && left.lagDays === right.lagDays && left.lagUnit === right.lagUnit
}

function pairKey(link: LinkFields): string {
  return JSON.stringify([link.predecessor, link.successor])
}

function byKind(left: LinkFields, right: LinkFields): number {
  return left.type - right.type || left.lagDays - right.lagDays || left.lagUnit - right.lagUnit
}

function byEnds(left: LinkFields, right: LinkFields): number {
  return (
    compareText(left.predecessor, right.predecessor) ||
    compareText(left.successor, right.successor) ||
    byKind(left, right)
  )
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
