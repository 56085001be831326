import { instantiate, type KernelInstance, type KernelModule } from './load-module.ts'

/** Of plans of some hundred thousand tasks; what is larger is given back. */
const MOST_KEPT_BYTES = 32 << 20

const kept = new WeakMap<KernelModule, KernelInstance>()

/**
 * Memory for one piece of work after the other, full of what the last one left: fresh memory costs a fault for each page, again
 * with every plan. What is made in it is copied before anyone else asks.
 */
export function passingMemory(module: KernelModule, bytes: number): KernelInstance {
  const last = kept.get(module)
  if (last !== undefined && last.buffer.byteLength >= bytes) return last
  const instance = instantiate(module, bytes)
  if (bytes <= MOST_KEPT_BYTES) kept.set(module, instance)
  return instance
}
