const DEFAULT_WHERE = 'assignee = currentUser() AND statusCategory != Done'
const DEFAULT_ORDER = 'ORDER BY updated DESC'

/** A filter with those characters blanked that stand in quotes, so that its words can be looked for; null: not closed. */
function withoutQuoted(jql: string): string | null {
  let quote = ''
  let plain = ''
  for (let at = 0; at < jql.length; at++) {
    const char = jql[at] as string
    if (quote === '') {
      if (char === '"' || char === "'") quote = char
      plain += quote === '' ? char : ' '
      continue
    }
    plain += ' '
    if (char === '\\' && at + 1 < jql.length) {
      plain += ' '
      at++
    } else if (char === quote) quote = ''
  }
  return quote === '' ? plain : null
}

/** Whether every bracket and quote is closed. One that is not would end what is put around the filter. */
export function isBalanced(jql: string): boolean {
  const plain = withoutQuoted(jql)
  if (plain === null) return false
  let depth = 0
  for (const char of plain) {
    if (char === '(') depth++
    if (char === ')' && --depth < 0) return false
  }
  return depth === 0
}

/** A person's filter, or the usual one, narrowed to the projects. The order of a filter stays behind what is added. */
export function composeJql(jql: string, projectKeys: readonly string[]): string {
  if (jql === '' && projectKeys.length === 0) return `${DEFAULT_WHERE} ${DEFAULT_ORDER}`
  const plain = withoutQuoted(jql) ?? ''
  const orderAt = plain.search(/\border\s+by\b/i)
  const where = (orderAt < 0 ? jql : jql.slice(0, orderAt)).trim()
  const order = orderAt < 0 ? (jql === '' ? DEFAULT_ORDER : '') : jql.slice(orderAt).trim()
  const chosen = jql === '' ? DEFAULT_WHERE : where
  const narrowed = projectKeys.length === 0 ? '' : `project IN (${projectKeys.map((key) => `"${key}"`).join(', ')})`
  const conditions = narrowed === '' ? chosen : chosen === '' ? narrowed : `(${chosen}) AND ${narrowed}`
  return [conditions, order].filter((part) => part !== '').join(' ')
}
