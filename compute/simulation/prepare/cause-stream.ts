import { MIX_FIRST, MIX_SECOND } from '../../wasm/layout.ts'

/** What the name of a driver or a risk adds to the seed of its streams: two words, so that two of them never meet. */
export interface CauseStream {
  first: number
  second: number
}

export function streamOf(name: string): CauseStream {
  let [first, second] = [0x811c_9dc5, 0x1b87_3593]
  for (let at = 0; at < name.length; at++) {
    first = mix(first ^ name.charCodeAt(at))
    second = mix((second + name.charCodeAt(at)) | 0)
  }
  return { first, second }
}

/** A bijective scrambler of 32 bits (the finaliser of MurmurHash3). */
export function mix(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), MIX_FIRST)
  bits = Math.imul(bits ^ (bits >>> 13), MIX_SECOND)
  return bits ^ (bits >>> 16)
}
