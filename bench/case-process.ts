/**
 * The process that a group of cases runs in, apart from the other groups: what one leaves behind in heap or compiler
 * does not slow the next, and a crash ends one group only. It ends with its parent.
 */

import type { Mode } from './bench-case.ts'
import { benchCases } from './cases/case-list.ts'
import { runCase } from './run-case.ts'
import { stopSharedService } from './service/shared-service.ts'

export type ToCaseProcess =
  | { readonly kind: 'run'; readonly name: string; readonly mode: Mode }
  | { readonly kind: 'end' }

async function end(code: number): Promise<void> {
  await stopSharedService().catch(() => undefined)
  process.exit(code)
}

async function run(name: string, mode: Mode): Promise<void> {
  const benchCase = benchCases.find((one) => one.name === name)
  if (!benchCase) throw new Error(`there is no case ${name}`)
  const result = await runCase(benchCase, mode, (size) => process.send?.({ kind: 'size', size }))
  process.send?.({ kind: 'done', result })
}

process.on('message', (message: ToCaseProcess) => {
  void (message.kind === 'run' ? run(message.name, message.mode) : end(0))
})
process.on('disconnect', () => void end(1))
process.on('SIGTERM', () => void end(1))
// An interrupt in the terminal reaches everyone; the parent decides.
process.on('SIGINT', () => undefined)
