/**
 * Runs test files one after the other in one process, so that what they share (the application's modules, and the code
 * that the engine made fast) is loaded once. `run-tests.ts` starts it and writes it a path a line; after all that a
 * file has written stands the line of `fileEnd`. Each file gets a test of its own as its `t`, whose teardowns run when
 * the file ends. What a file leaves open keeps this process from ending, which the runner reports.
 */
import { registerHooks } from 'node:module'
import { resolve as absolute } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import type { Test } from 'tap'
import { fileEnd, longestFileMs } from './file-end.ts'

const scheme = 'test-of:'
const running: { url: string; test: Test | null } = { url: '', test: null }
Object.assign(globalThis, { svcTestFile: running })

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'async-hook-domain') return next(new URL('./error-domain.ts', import.meta.url).href, context)
    if (specifier !== 'tap' || context.parentURL !== running.url) return next(specifier, context)
    return { url: `${scheme}${running.url}`, format: 'module', shortCircuit: true }
  },
  load(url, context, next) {
    if (!url.startsWith(scheme)) return next(url, context)
    return { format: 'module', shortCircuit: true, source: 'export default globalThis.svcTestFile.test' }
  },
})
const { default: t } = await import('tap')
// Each file has its own limit, the runner's.
t.setTimeout(0)

for await (const path of createInterface({ input: process.stdin })) {
  const results = await t.test(path, { timeout: longestFileMs }, async (test) => {
    running.test = test
    running.url = pathToFileURL(absolute(path)).href
    await import(running.url)
  })
  process.stdout.write(fileEnd(path, results?.ok === true))
}
