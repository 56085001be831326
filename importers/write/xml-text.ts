// Characters that XML 1.0 cannot carry, not even escaped; half a surrogate pair is one of them.
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** `<name>text</name>`, or nothing when there is no text. */
export function element(name: string, value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'boolean' ? (value ? '1' : '0') : String(value)
  return `<${name}>${escapeText(text)}</${name}>`
}

/** What stands between tags. */
export function escapeText(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>\r]/g, (character) => ESCAPES[character] ?? character)
}
