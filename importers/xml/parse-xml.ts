// One guarded way into XML for every importer: no document type, no entities beyond the five, bounded depth, attributes,
// text and number of elements. Namespaces and prefixes are ignored; writers disagree about them.

import { SaxesParser } from 'saxes'
import { ImportRefusal } from '../plan/import-refusal.ts'
import { decodeXml } from './decode-xml.ts'

const MAX_DEPTH = 200
const MAX_ATTRIBUTES = 256
const MAX_TEXT_CHARACTERS = 1_000_000
const MAX_ELEMENTS = 5_000_000

export type XmlAttributes = Readonly<Record<string, string>>

export type XmlHandlers = {
  /** Called with the element's local name. Attribute names keep their prefix. */
  open: (name: string, attributes: XmlAttributes) => void
  /** Called with whole texts between tags; CDATA arrives as text of its own. */
  text: (text: string) => void
  close: () => void
}

/** Streams an XML document through the handlers. Malformed or oversized input ends in a refusal. */
export function parseXml(bytes: Uint8Array, handlers: XmlHandlers): void {
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false })
  let depth = 0
  let elementCount = 0
  let attributeCount = 0
  const text = (piece: string) => {
    if (piece.length > MAX_TEXT_CHARACTERS) throw tooComplex(`a text longer than ${MAX_TEXT_CHARACTERS} characters`)
    handlers.text(piece)
  }
  parser.on('error', (error) => {
    throw new ImportRefusal('unreadable_file', `the file is not well-formed XML: ${error.message.slice(0, 200)}`)
  })
  parser.on('doctype', () => {
    throw new ImportRefusal('unreadable_file', 'the file declares a document type, which is not read')
  })
  parser.on('attribute', () => {
    attributeCount += 1
    if (attributeCount > MAX_ATTRIBUTES) throw tooComplex(`more than ${MAX_ATTRIBUTES} attributes on one element`)
  })
  parser.on('opentag', (tag) => {
    depth += 1
    elementCount += 1
    if (elementCount > MAX_ELEMENTS) throw tooComplex(`more than ${MAX_ELEMENTS} elements`)
    if (depth > MAX_DEPTH) throw tooComplex(`elements nested deeper than ${MAX_DEPTH}`)
    attributeCount = 0
    handlers.open(localName(tag.name), tag.attributes)
  })
  parser.on('text', text)
  parser.on('cdata', text)
  parser.on('closetag', () => {
    depth -= 1
    handlers.close()
  })
  for (const chunk of decodeXml(bytes)) parser.write(chunk)
  parser.close()
}

/** The part of a name after its prefix. */
export function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

/** A text that is put together from pieces has the same bound as one that comes whole. */
export function refuseLongText(length: number): void {
  if (length > MAX_TEXT_CHARACTERS) throw tooComplex(`a text longer than ${MAX_TEXT_CHARACTERS} characters`)
}

function tooComplex(what: string): ImportRefusal {
  return new ImportRefusal('too_complex', `the file holds ${what}`)
}
