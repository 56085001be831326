import { parseXml, type XmlAttributes } from '../../xml/parse-xml.ts'
import { unitNamed } from '../cells/duration-units.ts'

export const MAX_INDENT = 100

/** How the number in a cell is meant; a share of a day that is shown as hours, or a number shown with its unit. */
export type NumberMeaning = 'number' | 'date' | 'percent' | 'hours' | { unit: string }

/** By cell style index: what numbers mean, how many steps text is indented, what colour fills the cell, and `bold` where its text is. */
export type CellStyles = {
  meanings: NumberMeaning[]
  indents: number[]
  colours: (string | null)[]
  bold: (string | null)[]
}

/** A workbook without styles has plain numbers only. */
export function readStyles(part: Uint8Array | null): CellStyles {
  const meanings: NumberMeaning[] = []
  const indents: number[] = []
  const colours: (string | null)[] = []
  const bold: (string | null)[] = []
  const fills: (string | null)[] = []
  const fonts: (string | null)[] = []
  if (part === null) return { meanings, indents, colours, bold }
  const customFormats = new Map<number, string>()
  const path: string[] = []
  let isSolid = false
  let isPattern = false
  parseXml(part, {
    open: (name, attributes) => {
      if (name === 'numFmt') customFormats.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      if (name === 'xf' && path.at(-1) === 'cellXfs') {
        const id = Number(attributes.numFmtId ?? 0)
        meanings.push(meaningOfFormat(id, customFormats.get(id)))
        indents.push(0)
        colours.push(fills[Number(attributes.fillId ?? 0)] ?? null)
        bold.push(fonts[Number(attributes.fontId ?? 0)] ?? null)
      }
      if (name === 'font' && path.at(-1) === 'fonts') fonts.push(null)
      if (name === 'b' && path.at(-2) === 'fonts' && attributes.val !== '0' && attributes.val !== 'false')
        fonts[fonts.length - 1] = 'bold'
      if (name === 'fill' && path.at(-1) === 'fills') fills.push(null)
      if (name === 'fgColor' && path.at(-3) === 'fills' && isSolid) fills[fills.length - 1] = colourOf(attributes)
      // White lines on a colour show that.
      if (name === 'bgColor' && path.at(-3) === 'fills' && isPattern) fills[fills.length - 1] ??= colourOf(attributes)
      if (name === 'patternFill') isPattern = !['none', 'solid'].includes(attributes.patternType ?? 'none')
      if (name === 'patternFill') isSolid = (attributes.patternType ?? 'none') !== 'none'
      if (name === 'alignment' && path.at(-2) === 'cellXfs' && indents.length > 0)
        indents[indents.length - 1] = Math.min(MAX_INDENT, Number(attributes.indent ?? 0) || 0)
      path.push(name)
    },
    text: () => {},
    close: () => {
      path.pop()
    },
  })
  return { meanings, indents, colours, bold }
}

/** A colour by whatever names it; white is none. */
function colourOf({ rgb, theme, tint, indexed }: XmlAttributes): string | null {
  const isWhite = /^(?:..)?ffffff$/i.test(rgb ?? '') || (theme === '0' && Number(tint ?? 0) === 0) || indexed === '9'
  return isWhite ? null : `${rgb ?? ''}/${theme ?? ''}/${tint ?? ''}/${indexed ?? ''}`
}

/** What a format means, by its code where the workbook has one. */
export function meaningOfFormat(id: number, code: string | undefined): NumberMeaning {
  return code === undefined ? builtInMeaning(id) : meaningOfCode(code)
}

/** 14-17 and 22 are dates, 27-36 and 50-58 dates of East Asian locales; 9 and 10 are percentages. */
function builtInMeaning(id: number): NumberMeaning {
  if (id === 9 || id === 10) return 'percent'
  const isDate = (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
  return isDate ? 'date' : 'number'
}

/**
 * Judges a format by its letters outside quotes, brackets, escapes and paddings (`_D` leaves the room of a D). A time of day alone is no date, hours beyond a day
 * are time, and a word in quotes may be the unit of what is shown.
 */
function meaningOfCode(code: string): NumberMeaning {
  const bare = code
    .slice(0, 1000)
    .replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, '')
    .toLowerCase()
  if (/[yd]/.test(bare)) return 'date'
  if (bare.includes('mmm')) return 'date'
  if (/\[h{1,2}\]/i.test(code)) return 'hours'
  const suffix = /^[#0?.,]+\s*((?:"[^"]{1,20}"|\\.|\s){1,20})$/.exec(code.slice(0, 100).split(';')[0] ?? '')?.[1]
  const unit = suffix?.replace(/["\\]/g, '').trim() ?? ''
  if (unit !== '' && unitNamed(unit) !== null) return { unit }
  return bare.includes('%') ? 'percent' : 'number'
}
