const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const BREAKS = /^<\/?(?:p|br|div|li|ul|ol|tr|h[1-6]|pre|blockquote)[\s/>]/i

/** Plain text of the markup in a description: tags out, line breaks where blocks end. One pass over the text. */
export function stripMarkup(markup: string): string {
  const out: string[] = []
  let at = 0
  while (at < markup.length) {
    const open = markup.indexOf('<', at)
    out.push(markup.slice(at, open < 0 ? markup.length : open))
    if (open < 0) break
    const close = markup.indexOf('>', open)
    // A lone bracket is text.
    if (close < 0) {
      out.push(markup.slice(open))
      break
    }
    if (BREAKS.test(markup.slice(open, open + 14))) out.push('\n')
    at = close + 1
  }
  const text = out.join('').replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{1,8});/gi, readEntity)
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function readEntity(whole: string, name: string): string {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  const isCharacter = code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter || code === 10 ? String.fromCodePoint(code) : ''
}
