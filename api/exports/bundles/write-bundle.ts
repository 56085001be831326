import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Ctx, Services } from '../../platform/context.ts'
import { Refusal } from '../../platform/errors.ts'
import { uploadFolder } from '../../platform/http/body/upload-folder.ts'
import { newId } from '../../platform/ids.ts'
import type { ClaimOf } from '../../platform/queue/background-work.ts'
import { lockRunningWork } from '../../platform/queue/work.queries.ts'
import { finishWork } from '../../platform/queue/work-life.ts'
import { type BundleNotes, bundleMembers } from './bundle-members.ts'
import { exportKey } from './export-files.ts'
import { type ExportPlace, findExportedProgram, findExportedProject } from './export-job.queries.ts'
import { exportWork } from './export-job.work.ts'
import { mailExport } from './mail-export.ts'
import { packTar } from './tar.ts'

type Claimed = ClaimOf<typeof exportWork>

/**
 * Packs what was asked for beside the uploads, stores the file and ends the job. Packing again replaces the file. It may take
 * minutes, most of them without a question to the database, which ends transactions that are idle for so long.
 */
export async function writeBundle(
  services: Services,
  claimed: Claimed,
  signal: AbortSignal | undefined,
): Promise<void> {
  const folder = uploadFolder(services.config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, `${newId()}.export`)
  try {
    await pack(services.readingContext(), placeOf(claimed), file, signal)
    const { size: sizeBytes } = await stat(file)
    await services.files.put(exportKey(claimed.id), { path: file, sizeBytes })
    await services.systemContext(async (ctx) => {
      if (!(await lockRunningWork(ctx, exportWork, claimed.id))) return
      await finishWork(ctx, exportWork, claimed.id, { file_size: sizeBytes })
      await mailExport(ctx, claimed, placeOf(claimed))
    })
  } finally {
    await rm(file, { force: true })
  }
}

function placeOf({ project_id: projectId, program_id: programId }: Claimed): ExportPlace {
  if (projectId !== null) return { kind: 'project', projectId }
  return programId === null ? { kind: 'workspace' } : { kind: 'program', programId }
}

async function pack(ctx: Ctx, place: ExportPlace, file: string, signal: AbortSignal | undefined): Promise<void> {
  if (!(await isThere(ctx, place))) throw new Refusal(404, 'What was to be exported was deleted meanwhile.')
  const notes: BundleNotes = { packed: [], warnings: [], counts: {} }
  const atSeconds = Math.floor(ctx.services.clock.now().getTime() / 1_000)
  const archive = packTar(bundleMembers(ctx, place, notes), atSeconds, (packed) => notes.packed.push(packed))
  const target = createWriteStream(file, { mode: 0o600 })
  await pipeline(Readable.from(archive, { objectMode: false }), createGzip(), target, { ...(signal ? { signal } : {}) })
}

async function isThere(ctx: Ctx, place: ExportPlace): Promise<boolean> {
  if (place.kind === 'project') return (await findExportedProject(ctx, place.projectId)) !== undefined
  if (place.kind === 'program') return (await findExportedProgram(ctx, place.programId)) !== undefined
  return true
}
