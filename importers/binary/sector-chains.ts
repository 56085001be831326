// Sectors of a compound file and the chains they form. A stream is a chain of sectors; the allocation table names the
// sector that follows each one. Nothing in the table is trusted: every number is checked against the file, and a chain
// that is longer than the file has sectors runs in a circle.

import { ImportRefusal } from '../plan/import-refusal.ts'
import { uint32 } from './read-bytes.ts'

/** Numbers from here on are marks (end of chain, free, table), not sectors. */
const LAST_SECTOR = 0xfffffffa
const END_OF_CHAIN = 0xfffffffe

export type SectorSpace = {
  /** The bytes that sectors lie in; sector n starts at `firstAt + n * size`. */
  bytes: Uint8Array
  firstAt: number
  size: number
  /** The sector after each one. */
  next: Uint32Array
}

export function broken(what: string): ImportRefusal {
  return new ImportRefusal('unreadable_file', `the file is damaged or cut off: ${what}`)
}

/** How many sectors lie in the bytes; the last one may be cut short by the end of the file. */
export function sectorCount(space: Pick<SectorSpace, 'bytes' | 'firstAt' | 'size'>): number {
  return Math.max(0, Math.ceil((space.bytes.length - space.firstAt) / space.size))
}

/** The sectors of a chain in order; at most as many as there are. */
export function followChain(space: SectorSpace, first: number, what: string): number[] {
  const most = sectorCount(space)
  const chain: number[] = []
  let sector = first
  while (sector < LAST_SECTOR) {
    if (sector >= most) throw broken(`${what} lies beyond the end`)
    if (chain.length >= most) throw broken(`${what} runs in a circle`)
    chain.push(sector)
    sector = space.next[sector] ?? END_OF_CHAIN
  }
  return chain
}

/** The bytes of a chain, as many as the stream has. A stream that lies in one piece is not copied. */
export function readChain(space: SectorSpace, first: number, length: number, what: string): Uint8Array {
  if (length === 0) return new Uint8Array(0)
  if (length > space.bytes.length) throw broken(`${what} claims more bytes than the file has`)
  const chain = followChain(space, first, what)
  if (chain.length * space.size < length) throw broken(`${what} ends early`)
  const needed = Math.ceil(length / space.size)
  if (isOnePiece(chain, needed)) return piece(space, first, length, what)
  const joined = new Uint8Array(length)
  for (let index = 0; index < needed; index += 1) {
    const at = index * space.size
    joined.set(piece(space, chain[index] ?? 0, Math.min(space.size, length - at), what), at)
  }
  return joined
}

/** All sectors of a chain whose length is told nowhere. The last sector may be cut short by the end of the file. */
export function readWholeChain(space: SectorSpace, first: number, what: string): Uint8Array {
  const chain = followChain(space, first, what)
  const last = chain.at(-1)
  if (last === undefined) return new Uint8Array(0)
  const inLast = Math.min(space.size, space.bytes.length - space.firstAt - last * space.size)
  return readChain(space, first, (chain.length - 1) * space.size + inLast, what)
}

function isOnePiece(chain: number[], needed: number): boolean {
  for (let index = 1; index < needed; index += 1) if (chain[index] !== (chain[index - 1] ?? 0) + 1) return false
  return true
}

function piece(space: SectorSpace, sector: number, length: number, what: string): Uint8Array {
  const from = space.firstAt + sector * space.size
  if (from + length > space.bytes.length) throw broken(`${what} lies beyond the end`)
  return space.bytes.subarray(from, from + length)
}

/** An allocation table that lies in the given sectors. */
export function readTable(space: Omit<SectorSpace, 'next'>, sectors: readonly number[]): Uint32Array {
  const perSector = space.size / 4
  const table = new Uint32Array(sectors.length * perSector).fill(0xffffffff)
  for (const [index, sector] of sectors.entries()) {
    const from = space.firstAt + sector * space.size
    // A table that is cut off keeps its free marks; a chain through them ends early and is refused there.
    const entries = Math.min(perSector, Math.floor((space.bytes.length - from) / 4))
    for (let entry = 0; entry < entries; entry += 1) {
      table[index * perSector + entry] = uint32(space.bytes, from + entry * 4)
    }
  }
  return table
}
