import { setFlagsFromString } from 'node:v8'

/** Larger files take long enough for all that V8 compiles to be used. */
const MOST_BYTES = 2 ** 25

/**
 * Computes one plan in a process that ends with it, without V8's second compiler: its code comes too late, while loops wait for it
 * in the slowest one. To be called when all modules are read, because V8 keeps compiled code for the settings that it was read
 * under, and for the same reason the settings are as they were afterwards.
 */
export function runOnce<T>(fileBytes: number, work: () => T): T {
  if (fileBytes > MOST_BYTES) return work()
  setFlagsFromString('--no-turbofan')
  try {
    return work()
  } finally {
    setFlagsFromString('--turbofan')
  }
}
