// A reader for the few parts of a workbook that an import needs. Nothing is inflated before the whole directory has
// been judged, and what is inflated is counted: the sizes that an archive declares are claims.

import { crc32, inflateRawSync } from 'node:zlib'
import { ImportRefusal } from '../../plan/import-refusal.ts'

const MAX_ENTRIES = 1000
const MAX_RATIO = 200
const RATIO_FREE_BYTES = 1024 * 1024
const END_RECORD_BYTES = 22
const MAX_COMMENT_BYTES = 65_535
const END_SIGNATURE = 0x06054b50
const DIRECTORY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const LOCAL_HEADER_BYTES = 30

type ZipEntry = {
  method: number
  crc: number
  compressedBytes: number
  declaredBytes: number
  dataStart: number
}

export class ZipParts {
  readonly #bytes: Uint8Array
  readonly #entries: Map<string, ZipEntry>
  readonly #maxInflatedBytes: number
  #inflatedBytes = 0

  constructor(bytes: Uint8Array, entries: Map<string, ZipEntry>, maxInflatedBytes: number) {
    this.#bytes = bytes
    this.#entries = entries
    this.#maxInflatedBytes = maxInflatedBytes
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** The inflated bytes of a part, or null when the archive has none of that name. */
  read(name: string): Uint8Array | null {
    const entry = this.#entries.get(name)
    if (entry === undefined) return null
    const packed = this.#bytes.subarray(entry.dataStart, entry.dataStart + entry.compressedBytes)
    const inflated = entry.method === 0 ? packed : this.#inflate(packed, name)
    this.#inflatedBytes += inflated.length
    if (this.#inflatedBytes > this.#maxInflatedBytes) throw tooLarge(this.#maxInflatedBytes)
    if (inflated.length !== entry.declaredBytes || crc32(inflated) !== entry.crc)
      throw damaged(`part ${name} is damaged`)
    return inflated
  }

  #inflate(packed: Uint8Array, name: string): Uint8Array {
    const left = this.#maxInflatedBytes - this.#inflatedBytes
    const byRatio = Math.max(RATIO_FREE_BYTES, packed.length * MAX_RATIO)
    try {
      return inflateRawSync(packed, { maxOutputLength: Math.max(1, Math.min(left, byRatio)) })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(Math.min(left, byRatio))
      throw damaged(`part ${name} cannot be unpacked`)
    }
  }
}

/** Judges the directory of an archive: number, sizes, names, encryption, overlaps. */
export function openZip(bytes: Uint8Array, maxInflatedBytes: number): ZipParts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEndRecord(view)
  const count = view.getUint16(end + 10, true)
  if (count > MAX_ENTRIES) throw new ImportRefusal('too_complex', `the workbook has more than ${MAX_ENTRIES} parts`)
  const entries = readDirectory(view, { at: view.getUint32(end + 16, true), end, count })
  const declared = [...entries.values()].reduce((sum, entry) => sum + entry.declaredBytes, 0)
  if (declared > maxInflatedBytes) throw tooLarge(maxInflatedBytes)
  refuseOverlaps(entries)
  return new ZipParts(bytes, entries, maxInflatedBytes)
}

function findEndRecord(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - END_RECORD_BYTES - MAX_COMMENT_BYTES)
  for (let at = view.byteLength - END_RECORD_BYTES; at >= lowest; at -= 1) {
    if (view.getUint32(at, true) === END_SIGNATURE) return at
  }
  throw damaged('the workbook is cut off or no workbook at all')
}

function readDirectory(view: DataView, directory: { at: number; end: number; count: number }): Map<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>()
  let at = directory.at
  for (let index = 0; index < directory.count; index += 1) {
    if (at + 46 > directory.end || view.getUint32(at, true) !== DIRECTORY_SIGNATURE)
      throw damaged('the directory is damaged')
    const nameBytes = view.getUint16(at + 28, true)
    const next = at + 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    if (next > directory.end) throw damaged('the directory is damaged')
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameBytes))
    refuseBadName(name, entries)
    entries.set(name, readEntry(view, at, directory.at))
    at = next
  }
  return entries
}

function readEntry(view: DataView, at: number, directoryStart: number): ZipEntry {
  const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1
  if (isEncrypted) throw new ImportRefusal('password_protected', 'the workbook is protected by a password')
  const method = view.getUint16(at + 10, true)
  if (method !== 0 && method !== 8) throw damaged(`compression method ${method} is not read`)
  const localStart = view.getUint32(at + 42, true)
  if (localStart + LOCAL_HEADER_BYTES > directoryStart || view.getUint32(localStart, true) !== LOCAL_SIGNATURE) {
    throw damaged('a part lies outside the file')
  }
  const nameAndExtra = view.getUint16(localStart + 26, true) + view.getUint16(localStart + 28, true)
  const entry = {
    method,
    crc: view.getUint32(at + 16, true),
    compressedBytes: view.getUint32(at + 20, true),
    declaredBytes: view.getUint32(at + 24, true),
    dataStart: localStart + LOCAL_HEADER_BYTES + nameAndExtra,
  }
  if (entry.dataStart + entry.compressedBytes > directoryStart) throw damaged('a part lies outside the file')
  return entry
}

function refuseBadName(name: string, entries: Map<string, ZipEntry>): void {
  const isOutside = name.startsWith('/') || name.includes('\\') || name.split('/').includes('..')
  if (isOutside) throw damaged('a part has a name that leads out of the workbook')
  if (entries.has(name)) throw damaged('a part occurs twice')
}

function refuseOverlaps(entries: Map<string, ZipEntry>): void {
  let lastEnd = 0
  for (const entry of [...entries.values()].sort((a, b) => a.dataStart - b.dataStart)) {
    if (entry.dataStart < lastEnd) throw damaged('parts of the workbook overlap')
    lastEnd = entry.dataStart + entry.compressedBytes
  }
}

function damaged(detail: string): ImportRefusal {
  return new ImportRefusal('unreadable_file', `the workbook cannot be read: ${detail}`)
}

function tooLarge(limit: number): ImportRefusal {
  return new ImportRefusal('too_large', `the unpacked workbook is larger than ${limit} bytes allow`)
}
