import { uint8, uint16, uint32, utf16Text } from './read-bytes.ts'
import { broken } from './sector-chains.ts'

export type DirectoryEntry = { kind: 'storage' | 'stream'; firstSector: number; length: number }

const ENTRY_LENGTH = 128
const NO_ENTRY = 0xffffffff
const KIND_STORAGE = 1
const KIND_STREAM = 2
const KIND_ROOT = 5
// Plans nest three deep, workbooks not at all. Deeper names are never asked for, and building their paths would cost the square of the depth.
const MAX_DEPTH = 4

/**
 * The entries of the directory by path, in capitals because names differ in case between writers. The children of a
 * storage form a search tree; each entry is visited once, so that a tree bent into a circle ends.
 */
export function readDirectory(bytes: Uint8Array): { root: DirectoryEntry; byPath: Map<string, DirectoryEntry> } {
  const count = Math.floor(bytes.length / ENTRY_LENGTH)
  if (count === 0 || uint8(bytes, 66) !== KIND_ROOT) throw broken('its directory has no root')
  const byPath = new Map<string, DirectoryEntry>()
  const isSeen = new Uint8Array(count)
  isSeen[0] = 1
  const waiting = [{ id: uint32(bytes, 76), path: '', depth: 1 }]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { id, path, depth } = place
    if (id === NO_ENTRY) continue
    if (id >= count) throw broken('its directory names an entry that is not there')
    if (isSeen[id] === 1) continue
    isSeen[id] = 1
    const at = id * ENTRY_LENGTH
    waiting.push({ id: uint32(bytes, at + 68), path, depth }, { id: uint32(bytes, at + 72), path, depth })
    const kind = uint8(bytes, at + 66)
    if (kind !== KIND_STORAGE && kind !== KIND_STREAM) continue
    const full = path + utf16Text(bytes, at, Math.min(64, uint16(bytes, at + 64))).toUpperCase()
    if (!byPath.has(full)) byPath.set(full, entryAt(bytes, at, kind))
    if (kind === KIND_STORAGE && depth < MAX_DEPTH) {
      waiting.push({ id: uint32(bytes, at + 76), path: `${full}/`, depth: depth + 1 })
    }
  }
  return { root: entryAt(bytes, 0, KIND_STREAM), byPath }
}

/** Lengths are 64 bits wide, of which old writers leave the upper half undefined; no file here is that long. */
function entryAt(bytes: Uint8Array, at: number, kind: number): DirectoryEntry {
  return {
    kind: kind === KIND_STORAGE ? 'storage' : 'stream',
    firstSector: uint32(bytes, at + 116),
    length: kind === KIND_STORAGE ? 0 : uint32(bytes, at + 120),
  }
}
