// Streams of random numbers. Samples with tables draw from SHISHUA (Thaddee Tyl, public domain), a generator made for
// vectors: four rows of 256 bits, each mixed with itself by one shift, one turn and one addition a round. Every block of
// runs has its own stream, seeded by a hash of seed and block; which thread computes a block changes nothing.

import { BLOCK_LANES, SEED_STEP, WARM_UP_ROUNDS } from '../../wasm/layout.ts'
import { type CauseStream, mix } from '../prepare/cause-stream.ts'

/** Words of a row of state, of which there are four, and of the counter. */
const ROW_WORDS = 8
/** Words of state: rows a, b, c, d, then the counter. */
export const BLOCK_STATE_WORDS = 5 * ROW_WORDS
/** What the counter gains a round, as 64-bit words. */
export const COUNTER_INCREMENTS = Int32Array.of(7, 0, 5, 0, 3, 0, 1, 0)
/** Variates of a round. */
export const ROUND_VARIATES = 32

/** Stream numbers from here on belong to tasks that draw on their own; below they are rows of a block. */
const OWN_STREAMS = 0x8000_0000
/** Apart from those of rows and tasks. */
const SHARED_STREAMS = 0x4000_0000
const STATE_WORDS = 4

/** State of the stream of a block of runs, not yet warm. The seed is any non-negative safe integer. */
export function seedBlock(seed: number, block: number): Int32Array {
  const state = new Int32Array(BLOCK_STATE_WORDS)
  for (let row = 0; row < 4; row++) scatter(state, row * ROW_WORDS, ROW_WORDS, hashOf(seed, block, row))
  return state
}

/** The stream of a block, ready to draw from. */
export function openBlock(seed: number, block: number): Int32Array {
  const state = seedBlock(seed, block)
  const variates = new Uint16Array(ROUND_VARIATES)
  for (let round = 0; round < WARM_UP_ROUNDS; round++) drawVariates(state, variates)
  return state
}

const turned = [new Int32Array(8), new Int32Array(8), new Int32Array(8), new Int32Array(8)] as const
const shifted = [new Int32Array(8), new Int32Array(8), new Int32Array(8), new Int32Array(8)] as const

/** One round of the generator: 32 means of two 16-bit uniforms, rounded up as the vector instruction does. */
export function drawVariates(state: Int32Array, variates: Uint16Array): void {
  const [a, b, c, d] = [0, 8, 16, 24] as const
  const counter = 32
  add(state, b, state, b, state, counter)
  add(state, d, state, d, state, counter)
  add(state, counter, state, counter, COUNTER_INCREMENTS, 0)
  mixRow(state, a, 1, 1, turned[0], shifted[0])
  mixRow(state, b, 3, 3, turned[1], shifted[1])
  mixRow(state, c, 1, 1, turned[2], shifted[2])
  mixRow(state, d, 3, 3, turned[3], shifted[3])
  for (let row = 0; row < 4; row++) add(state, row * ROW_WORDS, turned[row], 0, shifted[row], 0)
  for (let word = 0; word < ROW_WORDS; word++) {
    const first = shifted[0][word] ^ turned[1][word]
    const second = shifted[2][word] ^ turned[3][word]
    average(variates, 2 * word, first, second)
    average(variates, 16 + 2 * word, state[a + word] ^ state[d + word], state[c + word] ^ state[b + word])
  }
}

/** A row turned by some words, and its 64-bit words shifted right. */
function mixRow(
  state: Int32Array,
  row: number,
  turn: number,
  shift: number,
  turnedRow: Int32Array,
  shiftedRow: Int32Array,
): void {
  for (let word = 0; word < ROW_WORDS; word++) turnedRow[word] = state[row + ((word + turn) & 7)]
  for (let word = 0; word < ROW_WORDS; word += 2) {
    shiftedRow[word] = (state[row + word] >>> shift) | (state[row + word + 1] << (32 - shift))
    shiftedRow[word + 1] = state[row + word + 1] >>> shift
  }
}

/** Adds rows of 64-bit words. */
function add(sum: Int32Array, at: number, left: Int32Array, from: number, right: Int32Array, other: number): void {
  for (let word = 0; word < ROW_WORDS; word += 2) {
    const low = (left[from + word] + right[other + word]) | 0
    const carry = low >>> 0 < left[from + word] >>> 0 ? 1 : 0
    sum[at + word + 1] = left[from + word + 1] + right[other + word + 1] + carry
    sum[at + word] = low
  }
}

function average(variates: Uint16Array, at: number, first: number, second: number): void {
  variates[at] = ((first & 0xffff) + (second & 0xffff) + 1) >> 1
  variates[at + 1] = ((first >>> 16) + (second >>> 16) + 1) >> 1
}

/** State of the stream of one task in one block, for draws whose number varies from run to run: xoshiro128+. */
export function seedTask(seed: number, block: number, idRank: number): Int32Array {
  const state = new Int32Array(STATE_WORDS)
  scatter(state, 0, STATE_WORDS, hashOf(seed, block, OWN_STREAMS + idRank))
  // An all-zero state would stay zero; a set bit in its last word rules that out.
  state[3] |= 1
  return state
}

/** State of the stream of a driver or a risk in one block. */
export function seedCause(seed: number, block: number, { first, second }: CauseStream): Int32Array {
  const state = new Int32Array(STATE_WORDS)
  scatter(state, 0, 2, hashOf(seed, block, first))
  scatter(state, 2, 2, hashOf(seed, block ^ SHARED_STREAMS, second))
  state[3] |= 1
  return state
}

/** How many words there are. */
export const WORDS = 0x1_0000_0000

/** The number between 0 and 1, never either, that a word stands for. */
export function shareOf(word: number): number {
  return (word + 0.5) / WORDS
}

/** Words from the stream of a driver or a risk; `drawWord` with its state at hand. */
export function drawWords(state: Int32Array, words: Uint32Array, count: number): void {
  // Taken apart by index: this runs once a risk and block, and an iterator costs as much as the draws.
  let s0 = state[0]
  let s1 = state[1]
  let s2 = state[2]
  let s3 = state[3]
  for (let at = 0; at < count; at++) {
    words[at] = s0 + s3
    s2 ^= s0
    s3 ^= s1
    const shifted = s1 << 9
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = (s3 << 11) | (s3 >>> 21)
  }
}

/**
 * Pairs of words from such a stream, one a run: the runs whose first word lies below a limit, a bit each. The second words are left
 * in `words`, also of the other runs.
 */
export function drawHits(state: Int32Array, limit: number, words: Uint32Array): number {
  let s0 = state[0]
  let s1 = state[1]
  let s2 = state[2]
  let s3 = state[3]
  let hits = 0
  for (let run = 0; run < BLOCK_LANES; run++) {
    if ((s0 + s3) >>> 0 < limit) hits |= 1 << run
    s2 ^= s0
    s3 ^= s1
    let shifted = s1 << 9
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = (s3 << 11) | (s3 >>> 21)
    words[run] = s0 + s3
    s2 ^= s0
    s3 ^= s1
    shifted = s1 << 9
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = (s3 << 11) | (s3 >>> 21)
  }
  return hits
}

/** What seed and block make of the streams of drivers and risks: for the first and for the second word of each. */
export function hashesOfBlock(seed: number, block: number): readonly [number, number] {
  return [hashOfBlock(seed, block), hashOfBlock(seed, block ^ SHARED_STREAMS)]
}

/** What a word of a stream makes of it; together they make its hash. */
export function hashOfStream(stream: number): number {
  return mix(stream ^ 0x85eb_ca6b)
}

function hashOfBlock(seed: number, block: number): number {
  const hash = mix(seed >>> 0) ^ mix(Math.floor(seed / 0x1_0000_0000) ^ 0x5bd1_e995)
  return mix(hash ^ mix(block ^ 0x9e37_79b9))
}

function hashOf(seed: number, block: number, stream: number): number {
  return mix(hashOfBlock(seed, block) ^ hashOfStream(stream))
}

function scatter(state: Int32Array, from: number, count: number, hash: number): void {
  for (let word = 0; word < count; word++) state[from + word] = mix((hash + Math.imul(word + 1, SEED_STEP)) | 0)
}

/** A whole number below `bound` from the stream of a task, without bias worth naming for bounds below 2^16. */
export function drawBelow(state: Int32Array, bound: number): number {
  return Math.floor(((drawWord(state) >>> 0) / 0x1_0000_0000) * bound)
}

function drawWord(state: Int32Array): number {
  const s0 = state[0]
  const s1 = state[1]
  const s2 = state[2] ^ s0
  const s3 = state[3] ^ s1
  const word = s0 + state[3]
  state[1] = s1 ^ s2
  state[0] = s0 ^ s3
  state[2] = s2 ^ (s1 << 9)
  state[3] = (s3 << 11) | (s3 >>> 21)
  return word
}
