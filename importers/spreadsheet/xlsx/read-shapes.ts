import { ImportRefusal } from '../../plan/import-refusal.ts'
import { parseXml } from '../../xml/parse-xml.ts'
import type { CellRange } from '../merged-fills.ts'
import type { ZipParts } from './read-zip.ts'

/** Shapes that people draw as bars; text boxes, pictures and callouts are something else. */
const BARS =
  /^(?:line|rect|roundRect|round2SameRect|snip2SameRect|flowChartProcess|(?:left|right|leftRight|notchedRight|stripedRight)Arrow|homePlate|chevron|pentagon|straightConnector1)$/
const MOST_SHAPES = 5_000
/** Less of a column than this is how a hand slips, in units of the format: a tenth of a usual one. */
const SLIP = 60_000
const LAST_COLUMN = 16_383

type Corner = { col: number; colOff: number; row: number; rowOff: number }
type Anchor = { from: Corner; to: Corner; isBar: boolean }

/**
 * The cells that bars are drawn over, where these are shapes and no colours: arrows, lines and boxes that lie within one line. None where
 * the sheet has no drawing, or one that cannot be read: shapes are never all of a plan.
 */
export function readShapes(zip: ZipParts, sheetPart: string): CellRange[] {
  try {
    const drawing = drawingOf(zip, sheetPart)
    return drawing === null ? [] : shapesIn(drawing)
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error
    return []
  }
}

function drawingOf(zip: ZipParts, sheetPart: string): Uint8Array | null {
  const folder = sheetPart.slice(0, sheetPart.lastIndexOf('/') + 1)
  const relations = zip.read(`${folder}_rels/${sheetPart.slice(folder.length)}.rels`)
  let target = ''
  if (relations !== null)
    parseXml(relations, {
      open: (name, { Type, Target }) => {
        if (name === 'Relationship' && Type?.endsWith('/drawing') && Target !== undefined) target = Target
      },
      text: () => {},
      close: () => {},
    })
  if (target === '') return null
  return zip.read(new URL(target, `zip:/${folder}`).pathname.slice(1))
}

function shapesIn(drawing: Uint8Array): CellRange[] {
  const shapes: CellRange[] = []
  const path: string[] = []
  let anchor: Anchor | null = null
  parseXml(drawing, {
    open: (name, attributes) => {
      path.push(name)
      if (name === 'twoCellAnchor') anchor = { from: corner(), to: corner(), isBar: false }
      const isShape = path.at(-2) === 'spPr' && (path.at(-3) === 'sp' || path.at(-3) === 'cxnSp')
      if (anchor !== null && name === 'prstGeom' && isShape) anchor.isBar = BARS.test(attributes.prst ?? '')
    },
    text: (text) => {
      const [end, field] = [path.at(-2), path.at(-1)]
      if (anchor === null || (end !== 'from' && end !== 'to')) return
      if (field === 'col' || field === 'colOff' || field === 'row' || field === 'rowOff')
        anchor[end][field] = Number(text)
    },
    close: () => {
      if (path.pop() !== 'twoCellAnchor' || anchor === null) return
      const range = rangeOf(anchor)
      if (range !== null && shapes.length < MOST_SHAPES) shapes.push(range)
      anchor = null
    },
  })
  return shapes
}

const corner = (): Corner => ({ col: 0, colOff: 0, row: 0, rowOff: 0 })

/** The cells below a shape that lies in one line; null for any other. */
function rangeOf({ from, to, isBar }: Anchor): CellRange | null {
  const bottom = to.rowOff <= SLIP && to.row > from.row ? to.row - 1 : to.row
  const right = to.colOff <= SLIP && to.col > from.col ? to.col - 1 : to.col
  const isWithin = [from.row, from.col, right].every(Number.isSafeInteger) && from.col >= 0 && right <= LAST_COLUMN
  if (!isBar || !isWithin || bottom !== from.row || right < from.col) return null
  return { top: from.row + 1, bottom: from.row + 1, left: from.col, right }
}
