#!/usr/bin/env -S node --disable-proto=delete
import { enableCompileCache, getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DatabaseTrouble } from '../platform/db/database-trouble.ts'
import { type Command, commands } from './command-table.ts'
import { FileTrouble } from './output/file-trouble.ts'
import { proseWidth } from './output/layout.ts'
import { UsageError } from './usage-error.ts'
import { synopsis } from './words/command-words.ts'
import { commandHelp, helpText } from './words/help-text.ts'

// What the parts of the service write under the data folder is for its owner alone, whatever writes it.
if (process.argv[2] === 'api' || process.argv[2] === 'jobs') process.umask(0o077)

// Compiled modules are kept beside the sources, not in the shared temporary folder where others could plant them.
// Where that cannot be written, nothing is kept.
enableCompileCache(
  process.env.SVC_COMPILE_CACHE ??
    process.env.NODE_COMPILE_CACHE ??
    fileURLToPath(new URL('../../.cache/compile', import.meta.url)),
)
// Threads know the folder by this name alone, and without it take the types off their modules at every start.
const kept = getCompileCacheDir()
if (kept !== undefined) process.env.NODE_COMPILE_CACHE = dirname(kept)

// A reader that has seen enough (`svc schedule plan.json | head`) goes away; what nobody reads is lost, and the command
// ends in its own time.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') throw error
})

process.exitCode = await main(process.argv.slice(2))
// Something that is still open must not keep a finished command alive.
setTimeout(() => process.exit(), 1_000).unref()

/** Runs one command and gives the exit code: 0 done, 1 unexpected, 2 refused input. */
async function main(args: string[]): Promise<number> {
  if (args[0] === '--version' || args[0] === '-v') return printVersion()
  const isHelp = args[0] === 'help' || args[0] === '--help' || args[0] === '-h'
  const words = isHelp ? args.slice(1) : args
  const command = commands.find(({ name }) => words.slice(0, name.split(' ').length).join(' ') === name)
  if (isHelp && words.length === 0) return print(helpText(proseWidth()))
  if (command === undefined) return await refuse(words)
  const rest = words.slice(command.name.split(' ').length)
  if (isHelp || rest.includes('--help') || rest.includes('-h')) return print(commandHelp(command, proseWidth()))
  try {
    return await (await command.load()).run(rest)
  } catch (error) {
    return report(error, command)
  }
}

async function report(error: unknown, command: Command): Promise<number> {
  // A package that is not installed: `bin/svc.js` says what to do, and this import would fail by the same.
  if ((error as NodeJS.ErrnoException | null)?.code === 'ERR_MODULE_NOT_FOUND') throw error
  const { ConfigError } = await import('../platform/settings/config.ts')
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n\nusage: ${synopsis(command)}\n`)
    process.stderr.write(`\`svc help ${command.name}\` explains it.\n`)
    return 2
  }
  if (error instanceof ConfigError || error instanceof FileTrouble) {
    process.stderr.write(`${error.message}\n`)
    return 2
  }
  if (error instanceof DatabaseTrouble) {
    process.stderr.write(`${error.message}\n`)
    return 1
  }
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  return 1
}

async function printVersion(): Promise<number> {
  const { default: packageJson } = await import('../../package.json', { with: { type: 'json' } })
  return print(`${packageJson.version}\n`)
}

async function refuse(words: readonly string[]): Promise<number> {
  process.stderr.write((words.length === 0 ? '' : await noSuchCommand(words)) + helpText(proseWidth(process.stderr)))
  return 2
}

async function noSuchCommand(words: readonly string[]): Promise<string> {
  const { closestName } = await import('../platform/closest-name.ts')
  const names = commands.map(({ name }) => name)
  const ofGroup = names.find((name) => name.startsWith(`${words[0]} `))
  const isGroup = ofGroup !== undefined
  const nearest = closestName(words.slice(0, 2).join(' '), names) ?? closestName(words[0] ?? '', names)
  const meant = nearest ?? (words.length === 1 ? ofGroup : undefined) ?? null
  const asked = isGroup ? words.slice(0, 2).join(' ') : words[0]
  return `There is no command "${asked}"${meant === null ? '' : `; did you mean "${meant}"?`}\n\n`
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}
