// Builds OpenDocument spreadsheets for the tests as office programs write them.
import { makeZip, type ZipPart } from './make-zip.ts'

const SPACES = ['office', 'table', 'text', 'style', 'fo', 'calcext']
  .map((prefix) => `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${prefix}:1.0"`)
  .join(' ')

export type OdsParts = { tables: string; styles?: string; namedStyles?: string; manifest?: string; more?: ZipPart[] }

export const content = (tables: string, styles = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${SPACES}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`

/** The least document that holds the tables. */
export function makeOds({ tables, styles, namedStyles, manifest, more = [] }: OdsParts): Buffer {
  return makeZip([
    { name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet' },
    { name: 'content.xml', data: content(tables, styles) },
    {
      name: 'styles.xml',
      data: `<office:document-styles ${SPACES}><office:styles>${namedStyles ?? ''}</office:styles></office:document-styles>`,
    },
    { name: 'META-INF/manifest.xml', data: manifest ?? '<manifest:manifest xmlns:manifest="m"/>' },
    ...more,
  ])
}

export const table = (name: string, ...rows: string[]) =>
  `<table:table table:name="${name}">${rows.join('')}</table:table>`
export const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`
export const text = (words: string, style = '') =>
  `<table:table-cell${style === '' ? '' : ` table:style-name="${style}"`} office:value-type="string"><text:p>${words}</text:p></table:table-cell>`
export const date = (day: string) =>
  `<table:table-cell office:value-type="date" office:date-value="${day}"><text:p>whatever</text:p></table:table-cell>`
export const number = (value: number, shown = String(value)) =>
  `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${shown}</text:p></table:table-cell>`
export const share = (value: number) =>
  `<table:table-cell office:value-type="percentage" office:value="${value}"><text:p>${value * 100} %</text:p></table:table-cell>`
export const blank = (times = 1, style = '') =>
  `<table:table-cell${style === '' ? '' : ` table:style-name="${style}"`} table:number-columns-repeated="${times}"/>`
