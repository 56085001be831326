// An archive of a few parts, each deflated. The same parts give the same bytes: no entry holds a time of day.

import { crc32, deflateRawSync } from 'node:zlib'

const LOCAL_SIGNATURE = 0x04034b50
const DIRECTORY_SIGNATURE = 0x02014b50
const END_SIGNATURE = 0x06054b50
const VERSION = 20
const NAMES_ARE_UTF8 = 0x0800
const DEFLATED = 8
/** 1 January 1980, the first day that an archive can name. */
const DAY = 0x0021

export function writeZip(parts: readonly (readonly [name: string, text: string])[]): Uint8Array {
  const chunks: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of parts) {
    const entry = entryOf(name, Buffer.from(text))
    const local = Buffer.alloc(4)
    local.writeUInt32LE(LOCAL_SIGNATURE)
    directory.push(directoryEntry(entry, offset))
    chunks.push(local, entry.common, entry.name, entry.packed)
    offset += local.length + entry.common.length + entry.name.length + entry.packed.length
  }
  const bytesOfDirectory = directory.reduce((sum, { length }) => sum + length, 0)
  return Buffer.concat([...chunks, ...directory, endRecord(parts.length, bytesOfDirectory, offset)])
}

type Entry = { name: Buffer; common: Buffer; packed: Buffer }

/** With the fields that stand before the bytes and in the directory alike. */
function entryOf(name: string, bytes: Buffer): Entry {
  const packed = deflateRawSync(bytes)
  const nameBytes = Buffer.from(name)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(VERSION, 0)
  common.writeUInt16LE(NAMES_ARE_UTF8, 2)
  common.writeUInt16LE(DEFLATED, 4)
  common.writeUInt16LE(DAY, 8)
  common.writeUInt32LE(crc32(bytes), 10)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(bytes.length, 18)
  common.writeUInt16LE(nameBytes.length, 22)
  return { name: nameBytes, common, packed }
}

function directoryEntry({ name, common }: Entry, offset: number): Buffer {
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(DIRECTORY_SIGNATURE, 0)
  entry.writeUInt16LE(VERSION, 4)
  common.copy(entry, 6)
  entry.writeUInt32LE(offset, 42)
  return Buffer.concat([entry, name])
}

function endRecord(entries: number, bytesOfDirectory: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(END_SIGNATURE, 0)
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(bytesOfDirectory, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
