import type { CommandWords } from './command-words.ts'
import * as plan from './plan-words.ts'
import * as service from './service-words.ts'

/** What every command says of itself, in the order help shows them. */
export const everyCommand = [
  service.serveWords,
  service.apiWords,
  service.jobsWords,
  service.migrateWords,
  service.settingsWords,
  service.userCreateWords,
  plan.scheduleWords,
  plan.simulateWords,
  plan.explainWords,
  plan.diffWords,
  plan.lintWords,
  plan.convertWords,
  plan.drawWords,
  service.importWords,
  service.mcpWords,
  service.benchWords,
  service.completionWords,
  service.manualWords,
] as const satisfies readonly CommandWords[]

export type CommandName = (typeof everyCommand)[number]['name']
