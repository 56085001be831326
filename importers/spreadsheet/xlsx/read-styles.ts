import { parseXml } from '../../xml/parse-xml.ts'

/** How the number in a cell is meant. */
export type NumberMeaning = 'number' | 'date' | 'percent'

/** Meanings by cell style index; a workbook without styles has plain numbers only. */
export function readNumberMeanings(part: Uint8Array | null): NumberMeaning[] {
  if (part === null) return []
  const customFormats = new Map<number, string>()
  const meanings: NumberMeaning[] = []
  const path: string[] = []
  parseXml(part, {
    open: (name, attributes) => {
      if (name === 'numFmt') customFormats.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
      if (name === 'xf' && path.at(-1) === 'cellXfs') {
        const id = Number(attributes.numFmtId ?? 0)
        const code = customFormats.get(id)
        meanings.push(code === undefined ? builtInMeaning(id) : meaningOfCode(code))
      }
      path.push(name)
    },
    text: () => {},
    close: () => {
      path.pop()
    },
  })
  return meanings
}

/** 14-17 and 22 are dates, 27-36 and 50-58 dates of East Asian locales; 9 and 10 are percentages. */
function builtInMeaning(id: number): NumberMeaning {
  if (id === 9 || id === 10) return 'percent'
  const isDate = (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
  return isDate ? 'date' : 'number'
}

/** Judges a format by its letters outside quotes, brackets and escapes. A time of day alone is no date. */
function meaningOfCode(code: string): NumberMeaning {
  const bare = code
    .slice(0, 1000)
    .replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')
    .toLowerCase()
  if (/[yd]/.test(bare)) return 'date'
  if (bare.includes('mmm')) return 'date'
  return bare.includes('%') ? 'percent' : 'number'
}
