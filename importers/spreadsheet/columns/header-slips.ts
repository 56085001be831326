// Long words of headers with one slip of the pen: a letter too few, too many, another one, or two that changed places.

const WORDS =
  'activity assigned assignee completion comments deadline dependency dependencies description duration estimated finished milestone percentage precedence predecessor predecessors preceding prerequisite responsible resource resources successor successors'.split(
    ' ',
  )
const SHORTEST = 7
const KNOWN = new Set(WORDS)
/** Words that are one letter off and mean something else. */
const OTHERS = new Set([
  'assigner',
  'resourced',
  'completing',
  'estimates',
  'estimate',
  'finisher',
  'assignees',
  'milestones',
])

/** `Precendence`, `Predecesors`, `Assinged To` as they were meant; the header itself where no word is near one. */
export function withoutSlips(header: string): string {
  if (header.length > 60) return header
  return header.replace(/[A-Za-z]{6,14}/g, (word) => {
    const lower = word.toLowerCase()
    if (lower.length < SHORTEST - 1 || KNOWN.has(lower) || OTHERS.has(lower)) return word
    return WORDS.find((known) => isOneSlip(lower, known)) ?? word
  })
}

function isOneSlip(word: string, known: string): boolean {
  if (Math.abs(word.length - known.length) > 1 || word[0] !== known[0]) return false
  let at = 0
  while (at < word.length && word[at] === known[at]) at += 1
  const [rest, meant] = [word.slice(at), known.slice(at)]
  if (rest.slice(1) === meant || rest === meant.slice(1) || rest.slice(1) === meant.slice(1)) return true
  return rest[0] === meant[1] && rest[1] === meant[0] && rest.slice(2) === meant.slice(2)
}
