/**
 * Runs test files one after the other with the options of the long runs: `npm run test:faults -- --kills 100 --seed 7`.
 * Folders stand for their test files. Exits 1 when any of them failed.
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'

const given = process.argv.slice(2)
const firstOption = given.findIndex((word) => word.startsWith('--'))
const places = firstOption < 0 ? given : given.slice(0, firstOption)
const options = firstOption < 0 ? [] : given.slice(firstOption)

const files = places.flatMap((place) => (place.endsWith('.ts') ? [place] : globSync(`${place}/**/*.test.ts`).sort()))
const failed = files.filter((file) => {
  process.stdout.write(`# ${file} ${options.join(' ')}\n`)
  // As long as it takes: more cases take longer.
  const env = { ...process.env, TAP_TIMEOUT: '0' }
  return spawnSync(process.execPath, [file, ...options], { stdio: 'inherit', env }).status !== 0
})
for (const file of failed) process.stdout.write(`# failed: ${file}\n`)
process.exitCode = failed.length > 0 ? 1 : 0
