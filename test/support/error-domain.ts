/**
 * Stands in for `async-hook-domain` in the processes that run test files: whatever is thrown outside of any call fails
 * the test of the file that was declared last, with its stack. The original follows every promise through `async_hooks`
 * to know whose it is, which took a fifth of the processor time of a file that asks much.
 */
type ErrorHandler = (error: unknown, type: string) => void

const living: Domain[] = []

function onUncaught(error: unknown, type: string): void {
  living.at(-1)?.onerror(error, type)
}

export class Domain {
  readonly onerror: ErrorHandler

  constructor(onerror: ErrorHandler) {
    this.onerror = onerror
    if (living.push(this) === 1) process.on('uncaughtException', onUncaught)
  }

  destroy(): void {
    const at = living.indexOf(this)
    if (at < 0) return
    living.splice(at, 1)
    if (living.length === 0) process.off('uncaughtException', onUncaught)
  }
}
