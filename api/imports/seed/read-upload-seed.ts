import { readFile } from 'node:fs/promises'
import type { SeedReading } from '../../../importers/seed/read-seed.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldErrorsOf } from '../../platform/http/field-errors.ts'
import type { MultipartBody, UploadedFile } from '../../platform/http/route.ts'
import { refusalOfImport } from '../import.errors.ts'
import { type SeedControls, seedControls } from './seed.schema.ts'

/** An uploaded seed, checked, with what the caller says is to be done with it. */
export interface UploadedSeed {
  readonly bytes: Buffer
  readonly fileName: string
  readonly hasControls: boolean
  readonly importDay: string
  readonly controls: SeedControls
  readonly reading: SeedReading
}

/** Reads and checks the upload on an importer thread, which bounds its time and memory. */
export async function readUploadedSeed(ctx: Ctx<unknown>, upload: MultipartBody): Promise<UploadedSeed> {
  const file = upload.file as UploadedFile
  const bytes = await readFile(file.path)
  const hasControls = !(ctx.caller.header('content-type') ?? '').toLowerCase().startsWith('multipart/')
  const importDay = ctx.services.clock.today()
  const options = { today: importDay, hasControls }
  const outcome = await ctx.services.imports.seed(bytes, options, 'check', { signal: ctx.signal })
  if (!outcome.ok) {
    if (outcome.bug) ctx.services.log.error({ bug: outcome.bug }, 'seed not read')
    throw refusalOfImport(outcome.refusal)
  }
  const { reading } = outcome
  const controls = parseControls(hasControls ? reading.controls : upload.fields)
  return { bytes, fileName: file.fileName, hasControls, importDay, controls, reading }
}

function parseControls(given: Readonly<Record<string, unknown>>): SeedControls {
  const parsed = seedControls.safeParse(given)
  if (parsed.success) return parsed.data
  throw fieldErrorsOf(parsed.error, given)
}
