// Text and numbers of a picture. A picture is a string built from plain pieces, so the same input gives the same bytes.

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
// Characters that XML 1.0 has no place for, and lone halves of surrogate pairs.
const NOT_XML =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to take out.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const NARROW = /[iljtfrI.,:;'|!()[\]{} ]/
const WIDE = /[mwMW@%—]/
const DIGIT = /[0-9]/
const UPPER = /[A-Z_#&+<>=~$€]/

/** Text or an attribute value, safe in XML and HTML alike. */
export function escapeText(text: string): string {
  return text.replace(NOT_XML, '\ufffd').replace(/[&<>"']/g, (character) => ESCAPES[character] as string)
}

/** A coordinate with at most two decimals and no trailing zeros. */
export function coordinate(value: number): string {
  const rounded = Math.round(value * 100) / 100
  return String(Object.is(rounded, -0) ? 0 : rounded)
}

/** Attributes in the order given; numbers become coordinates, undefined ones are left out. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  content?: string,
): string {
  let text = `<${name}`
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined) continue
    text += ` ${key}="${typeof value === 'number' ? coordinate(value) : escapeText(value)}"`
  }
  return content === undefined ? `${text}/>` : `${text}>${content}</${name}>`
}

export function label(
  text: string,
  at: { x: number; y: number; class: string; anchor?: 'middle' | 'end' },
  title?: string,
): string {
  const hover = title === undefined ? '' : `<title>${escapeText(title)}</title>`
  const attributes = { x: at.x, y: at.y, class: at.class, 'text-anchor': at.anchor }
  return element('text', attributes, `${escapeText(text)}${hover}`)
}

/**
 * About how wide a text stands in a sans-serif face. Nothing here can measure glyphs; the classes err to the wide side,
 * so that text cut by it fits.
 */
export function textWidth(text: string, fontSize: number): number {
  let ems = 0
  for (const character of text) ems += emsOf(character)
  return ems * fontSize
}

function emsOf(character: string): number {
  if (NARROW.test(character)) return 0.36
  if (WIDE.test(character)) return 0.96
  if (DIGIT.test(character)) return 0.64
  if (UPPER.test(character)) return 0.69
  return (character.codePointAt(0) as number) < 0x1100 ? 0.59 : 1.1
}

/** The text, or as much of it as fits with an ellipsis. */
export function fitText(text: string, fontSize: number, width: number): string {
  if (textWidth(text, fontSize) <= width) return text
  const room = width - fontSize
  let kept = ''
  let used = 0
  for (const character of text) {
    used += emsOf(character) * fontSize
    if (used > room) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}
