// Builds archives for the tests, honest ones and lying ones.
import { crc32, deflateRawSync } from 'node:zlib'

export type ZipPart = { name: string; data: string | Uint8Array; declaredBytes?: number; flags?: number }

/** A zip archive of the parts, deflated. */
export function makeZip(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data, declaredBytes, flags = 0 } of parts) {
    const bytes = Buffer.from(data)
    const packed = deflateRawSync(bytes)
    const nameBytes = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(declaredBytes ?? bytes.length, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes, packed])
    const entry = Buffer.alloc(46)
    entry.write('PK\x01\x02', 'latin1')
    entry.writeUInt16LE(20, 4)
    common.copy(entry, 6)
    entry.writeUInt32LE(offset, 42)
    directory.push(Buffer.concat([entry, nameBytes]))
    locals.push(local)
    offset += local.length
  }
  const directoryBytes = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directoryBytes.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directoryBytes, end])
}

export type WorkbookParts = {
  sheet: string
  sharedStrings?: string
  styles?: string
  workbookPr?: string
  more?: ZipPart[]
}

/** The least workbook that holds one worksheet. */
export function makeWorkbook({ sheet, sharedStrings, styles, workbookPr = '', more = [] }: WorkbookParts): Buffer {
  const parts: ZipPart[] = [
    {
      name: 'xl/workbook.xml',
      data: `<workbook xmlns:r="r">${workbookPr}<sheets><sheet name="Plan" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    },
    { name: 'xl/worksheets/sheet1.xml', data: sheet },
  ]
  if (sharedStrings !== undefined) parts.push({ name: 'xl/sharedStrings.xml', data: sharedStrings })
  if (styles !== undefined) parts.push({ name: 'xl/styles.xml', data: styles })
  return makeZip([...parts, ...more])
}
