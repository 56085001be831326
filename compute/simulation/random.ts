// Streams of random words: xoshiro128+ in four lanes, so that one vector step of WebAssembly and four scalar steps here
// give the same 128 bits. Every block of runs has its own stream, seeded by a hash of seed and block; which thread
// computes a block changes nothing.

/** Words of state of one stream: four words of four lanes, word by word. */
export const STREAM_WORDS = 16
/** A block draws from two streams in turn, whose steps a processor can overlap. */
export const BLOCK_STATE_WORDS = 2 * STREAM_WORDS

/** Stream numbers from here on belong to tasks that draw on their own; below they are blocks of runs. */
const OWN_STREAMS = 0x8000_0000

/** State of the two streams of a block of runs. The seed is any non-negative safe integer. */
export function seedBlock(seed: number, block: number): Int32Array {
  const state = new Int32Array(BLOCK_STATE_WORDS)
  state.set(seedStream(seed, block, 0))
  state.set(seedStream(seed, block, 1), STREAM_WORDS)
  return state
}

/** State of the stream of one task in one block, for draws whose number varies from run to run. */
export function seedTask(seed: number, block: number, idRank: number): Int32Array {
  return seedStream(seed, block, OWN_STREAMS + idRank)
}

function seedStream(seed: number, block: number, stream: number): Int32Array {
  let hash = mix(seed >>> 0) ^ mix(Math.floor(seed / 0x1_0000_0000) ^ 0x5bd1_e995)
  hash = mix(hash ^ mix(block ^ 0x9e37_79b9))
  hash = mix(hash ^ mix(stream ^ 0x85eb_ca6b))
  const state = new Int32Array(STREAM_WORDS)
  for (let word = 0; word < STREAM_WORDS; word++) state[word] = mix((hash + Math.imul(word + 1, 0x9e37_79b9)) | 0)
  // An all-zero lane would stay zero; a set bit in its last word rules that out.
  for (let lane = 0; lane < 4; lane++) state[12 + lane] |= 1
  return state
}

/** A bijective scrambler of 32 bits (the finaliser of MurmurHash3). */
function mix(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85eb_ca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35)
  return bits ^ (bits >>> 16)
}

/** Advances the four lanes of the stream at `stream` and writes their words to `words[at]` to `words[at + 3]`. */
export function drawWords(state: Int32Array, stream: number, words: Int32Array, at: number): void {
  for (let lane = stream; lane < stream + 4; lane++) {
    const s0 = state[lane]
    const s1 = state[4 + lane]
    const s2 = state[8 + lane] ^ s0
    const s3 = state[12 + lane] ^ s1
    words[at + lane - stream] = s0 + state[12 + lane]
    state[4 + lane] = s1 ^ s2
    state[lane] = s0 ^ s3
    state[8 + lane] = s2 ^ (s1 << 9)
    state[12 + lane] = (s3 << 11) | (s3 >>> 21)
  }
}

/** A whole number below `bound` from a stream, without bias worth naming for the bounds used here (below 2^16). */
export function drawBelow(state: Int32Array, words: Int32Array, bound: number): number {
  drawWords(state, 0, words, 0)
  return Math.floor(((words[0] >>> 0) / 0x1_0000_0000) * bound)
}
