import type { CommandWords } from './words/command-words.ts'
import { type CommandName, everyCommand } from './words/every-command.ts'

/** One command of `svc`: what it says of itself, and the module that runs it, loaded for that command alone. */
export interface Command extends CommandWords {
  load(): Promise<{ run(args: string[]): Promise<number> }>
}

const LOADERS: Record<CommandName, Command['load']> = {
  serve: () => import('./service/serve-command.ts'),
  api: () => import('./service/api-command.ts'),
  jobs: () => import('./service/jobs-command.ts'),
  migrate: () => import('./service/migrate-command.ts'),
  settings: () => import('./service/settings-command.ts'),
  'user create': () => import('./service/user-create-command.ts'),
  schedule: () => import('./schedule-command.ts'),
  simulate: () => import('./simulate-command.ts'),
  explain: () => import('./explain-command.ts'),
  diff: () => import('./diff-command.ts'),
  lint: () => import('./lint-command.ts'),
  convert: () => import('./convert-command.ts'),
  draw: () => import('./draw-command.ts'),
  import: () => import('./import-command.ts'),
  mcp: () => import('./service/mcp-command.ts'),
  bench: () => import('../../bench/run.ts'),
  completion: () => import('./words/completion-command.ts'),
  manual: () => import('./words/manual-command.ts'),
}

/** Every command, in the order help shows them. */
export const commands: readonly Command[] = everyCommand.map((words) => ({ ...words, load: LOADERS[words.name] }))
