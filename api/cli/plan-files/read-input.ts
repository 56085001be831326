import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { PlanRefusal } from '../../../compute/model/refusal.ts'
import { scheduledPart } from '../../../compute/model/scheduled-part.ts'
import { parseCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Plan } from '../../../compute/plan/plan-document.ts'
import { looksLikeSeed } from '../../../importers/seed/looks-like-seed.ts'
import { FileTrouble, fileTrouble } from '../output/file-trouble.ts'
import { UsageError } from '../usage-error.ts'
import { FILE_LIMITS } from './file-limits.ts'

/** The bytes of a file, or of standard input for `-`. */
export async function readInput(file: string): Promise<Uint8Array> {
  if (file !== '-') {
    try {
      return await readFile(file)
    } catch (error) {
      throw fileTrouble('read', file, error)
    }
  }
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  if (chunks.length === 0)
    throw new FileTrouble('standard input is empty: pipe a plan into the command, or name a file instead of -', file)
  return Buffer.concat(chunks)
}

/**
 * A plan of any format the importers know. Plan JSON goes to the core as it stands, so that the core names what is
 * wrong with it; other formats pass through their importer. Standard input is plan JSON. Backlog is left out.
 */
export async function parsePlan(bytes: Uint8Array, file: string): Promise<Plan> {
  return (await planParser(bytes, file))()
}

/** The same in two steps, because importers are loaded for the files that need one: most of a short command was that. */
export async function planParser(bytes: Uint8Array, file: string): Promise<() => Plan> {
  const isPlanJson = file === '-' || (/\.json$/i.test(file) && !looksLikeSeed(bytes))
  if (isPlanJson) {
    return () => parsePlanJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'))
  }
  const { readPlan } = await import('../../../importers/read-plan.ts')
  return () => scheduledPart(readPlan(bytes, basename(file), { limits: FILE_LIMITS }))
}

/** Plan JSON text. What is not even an object of that format is refused here. */
export function parsePlanJson(text: string): Plan {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new PlanRefusal('invalid_graph_input', `The plan is not valid JSON: ${(error as Error).message}`)
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new PlanRefusal('invalid_graph_input', 'The plan is not a JSON object.')
  }
  return scheduledPart(value as Plan)
}

/** A date of an option, or a usage error that names it. */
export function optionDay(name: string, text: string): number {
  const day = parseCivilDay(text)
  if (day === null) throw new UsageError(`--${name} is "${text}", not a date YYYY-MM-DD`)
  return day
}
