import { decodeCodePage } from '../../binary/decode-code-page.ts'
import { int32, uint16, uint32, utf16Text } from '../../binary/read-bytes.ts'
import type { CompoundFile } from '../../binary/read-compound-file.ts'

const BYTE_ORDER_MARK = 0xfffe
const FIRST_SECTION_AT = 44
const PROPERTY_CODE_PAGE = 1
const PROPERTY_TITLE = 2
const TYPE_TEXT = 30
const TYPE_WIDE_TEXT = 31
const DEFAULT_CODE_PAGE = 1252
const MOST_PROPERTIES = 200

/**
 * The title among the properties that the file manager shows, null when there is none. Planners open files whose
 * properties are missing or broken, so nothing here is a reason to refuse one.
 */
export function readTitle(file: CompoundFile): string | null {
  const bytes = file.stream('\u0005SummaryInformation')
  if (bytes === null || uint16(bytes, 0) !== BYTE_ORDER_MARK) return null
  const section = uint32(bytes, FIRST_SECTION_AT)
  const titleAt = propertyAt(bytes, section, PROPERTY_TITLE)
  if (titleAt === null) return null
  const pageAt = propertyAt(bytes, section, PROPERTY_CODE_PAGE)
  const codePage = pageAt === null ? DEFAULT_CODE_PAGE : uint16(bytes, pageAt + 4)
  return textAt(bytes, titleAt, codePage)?.trim() || null
}

function propertyAt(bytes: Uint8Array, section: number, property: number): number | null {
  const count = Math.min(MOST_PROPERTIES, uint32(bytes, section + 4))
  for (let index = 0; index < count; index += 1) {
    const entry = section + 8 + index * 8
    if (entry + 8 <= bytes.length && uint32(bytes, entry) === property) return section + uint32(bytes, entry + 4)
  }
  return null
}

function textAt(bytes: Uint8Array, at: number, codePage: number): string | null {
  const type = int32(bytes, at)
  const length = uint32(bytes, at + 4)
  if (type === TYPE_WIDE_TEXT) return utf16Text(bytes, at + 8, length * 2)
  if (type !== TYPE_TEXT || length > bytes.length - at - 8) return null
  const text = decodeCodePage(bytes.subarray(at + 8, at + 8 + length), codePage)
  const nul = text.indexOf('\0')
  return nul < 0 ? text : text.slice(0, nul)
}
