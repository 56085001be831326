const WIDTH = 120
const BRACKETS: Record<string, string> = { '(': ')', '[': ']' }

/**
 * A statement of the schema generator, which comes on one line, as a person writes it: each column of a table and each
 * change of it on its own line, conditions of indexes on theirs, bodies of functions indented.
 */
export function formatStatement(statement: string): string {
  if (/^create (or replace )?function /i.test(statement)) return formatFunction(statement)
  if (/^create table /i.test(statement)) return breakBrackets(statement, '')
  const [, table = '', changes = ''] = /^(alter table "[^"]*") (.*)$/i.exec(statement) ?? []
  const parts = splitOutside(changes, ', ')
  if (parts.length > 1) return `${table}\n  ${parts.join(',\n  ')}`
  if (statement.length <= WIDTH) return statement
  return statement.replace(/ (where|check|foreign key) /i, '\n  $1 ')
}

/** Breaks a line that is too long at the connectives outside of brackets, or else at the commas within them. */
function breakLong(line: string, indent: string): string {
  if (indent.length + line.length <= WIDTH) return indent + line
  const parts = splitOutside(line, ' || ')
  if (parts.length > 1) return parts.map((part, i) => (i === 0 ? indent + part : `${indent}  || ${part}`)).join('\n')
  return breakBrackets(line, indent)
}

/** What stands in the longest brackets of a line, each part on its own line; a line whose brackets hold one part stays. */
function breakBrackets(line: string, indent: string): string {
  const group = longestBrackets(line)
  const within = group === null ? [] : splitOutside(line.slice(group.from + 1, group.to), ', ')
  if (group === null || within.length < 2) return indent + line
  const parts = within.map((part) => breakLong(part, `${indent}  `))
  return `${indent}${line.slice(0, group.from + 1)}\n${parts.join(',\n')}\n${indent}${line.slice(group.to)}`
}

function formatFunction(statement: string): string {
  const lines = statement
    .replace(/\$\$ begin /, '$$$$\nbegin\n')
    .replace(/ end; \$\$ /, '\nend;\n$$$$ ')
    .replace(/\b(begin|declare) (?=\S)/g, '$1\n')
    .replace(/\b(if [^;\n]*? then) /, '$1\n')
    .replace(/; /g, ';\n')
    .split('\n')
  let depth = 0
  return lines
    .map((line) => {
      if (/^end\b/.test(line) || (line === 'begin' && depth > 1)) depth -= 1
      const text = breakLong(line, '  '.repeat(depth))
      if (/^(begin|declare)$|^if .* then$/.test(line)) depth += 1
      return text
    })
    .join('\n')
}

/** The parts of a text between separators that stand outside of brackets and quotes. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = []
  let from = 0
  walkOutside(text, (at, depth) => {
    if (depth !== 0 || at < from || !text.startsWith(separator, at)) return
    parts.push(text.slice(from, at))
    from = at + separator.length
  })
  return [...parts, text.slice(from)]
}

function longestBrackets(text: string): { from: number; to: number } | null {
  let longest: { from: number; to: number } | null = null
  let from = -1
  walkOutside(text, (at, depth) => {
    const letter = text[at] ?? ''
    if (depth === 0 && letter in BRACKETS) from = at
    if (
      depth === 1 &&
      Object.values(BRACKETS).includes(letter) &&
      (longest === null || at - from > longest.to - longest.from)
    )
      longest = { from, to: at }
  })
  return longest
}

/** Visits each place of a text that is not within quotes, with the number of brackets open before it. */
function walkOutside(text: string, visit: (at: number, depth: number) => void): void {
  let depth = 0
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (quote === '') visit(at, depth)
    if (quote !== '') quote = letter === quote ? '' : quote
    else if (letter === "'" || letter === '"') quote = letter
    else if (letter in BRACKETS) depth += 1
    else if (Object.values(BRACKETS).includes(letter)) depth -= 1
  }
}
