import { parseXml, type XmlAttributes } from '../../xml/parse-xml.ts'

/** What a style says of a cell: its colour, by how many steps its text is indented, and whether that is bold. */
export type CellStyle = { colour: string | null; indent: number; isBold: boolean }

/** Cell styles by their names; a style has what its parents say where it says nothing itself. */
export type CellStyles = (name: string | undefined) => CellStyle

type Declared = { parent: string | undefined; colour?: string | null; indent?: number; isBold?: boolean }

const PLAIN: CellStyle = { colour: null, indent: 0, isBold: false }
const MAX_STYLES = 100_000
const MAX_PARENTS = 20
const MAX_INDENT = 100
/** One step of indentation, in points. */
const STEP_POINTS = 10
const POINTS: Readonly<Record<string, number>> = { pt: 1, cm: 72 / 2.54, mm: 72 / 25.4, in: 72, pc: 12, px: 0.75 }

/** Gathers styles from the elements of a document as they come by. */
export class StyleReader {
  readonly #styles = new Map<string, Declared>()
  readonly #hiddenTables = new Set<string>()
  #open: { name: string; family: string } | null = null

  element(name: string, attributes: XmlAttributes): void {
    const styleName = attributes['style:name']
    if (name === 'style' && styleName !== undefined && this.#styles.size < MAX_STYLES) {
      this.#open = { name: styleName, family: attributes['style:family'] ?? '' }
      if (this.#open.family === 'table-cell')
        this.#styles.set(styleName, { parent: attributes['style:parent-style-name'] })
    }
    if (this.#open === null) return
    if (name === 'table-properties' && attributes['table:display'] === 'false') this.#hiddenTables.add(this.#open.name)
    const declared = this.#open.family === 'table-cell' ? this.#styles.get(this.#open.name) : undefined
    if (declared === undefined) return
    const colour = attributes['fo:background-color']
    if (name === 'table-cell-properties' && colour !== undefined) declared.colour = colourOf(colour)
    const margin = attributes['fo:margin-left']
    const weight = attributes['fo:font-weight']
    if (name === 'text-properties' && weight !== undefined) declared.isBold = /^(?:bold|[6-9]00)$/.test(weight)
    if (name === 'paragraph-properties' && margin !== undefined) declared.indent = stepsOf(margin)
  }

  closed(name: string): void {
    if (name === 'style') this.#open = null
  }

  isHidden(tableStyle: string | undefined): boolean {
    return tableStyle !== undefined && this.#hiddenTables.has(tableStyle)
  }

  cellStyles(): CellStyles {
    const known = new Map<string, CellStyle>()
    return (name) => {
      if (name === undefined) return PLAIN
      const style = known.get(name) ?? this.#inherited(name)
      known.set(name, style)
      return style
    }
  }

  #inherited(name: string): CellStyle {
    let declared = this.#styles.get(name)
    let colour = declared?.colour
    let indent = declared?.indent
    let isBold = declared?.isBold
    for (let step = 0; step < MAX_PARENTS && declared?.parent !== undefined; step += 1) {
      declared = this.#styles.get(declared.parent)
      colour ??= declared?.colour
      indent ??= declared?.indent
      isBold ??= declared?.isBold
    }
    return { colour: colour ?? null, indent: indent ?? 0, isBold: isBold ?? false }
  }
}

/** Reads the named styles of a document, which those of its cells are derived from. */
export function readNamedStyles(part: Uint8Array | null, styles: StyleReader): void {
  if (part === null) return
  const path: string[] = []
  parseXml(part, {
    open: (name, attributes) => {
      path.push(name)
      styles.element(name, attributes)
    },
    text: () => {},
    close: () => styles.closed(path.pop() ?? ''),
  })
}

/** White and nothing are no colours. */
function colourOf(text: string): string | null {
  return /^(?:transparent|#ffffff)$/i.test(text) ? null : text.toLowerCase()
}

function stepsOf(length: string): number {
  const [, number, unit] = /^([\d.]{1,10})(pt|cm|mm|in|pc|px)$/.exec(length) ?? []
  const points = Number(number ?? 0) * (POINTS[unit ?? ''] ?? 0)
  return Math.min(MAX_INDENT, Math.round(points / STEP_POINTS))
}
