import { findAccountAddress } from '../../accounts/account.queries.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { civilDay } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/context.ts'
import type { ClaimOf } from '../../platform/queue/background-work.ts'
import { type ExportPlace, findExportedProgram, findExportedProject } from './export-job.queries.ts'
import type { exportWork } from './export-job.work.ts'

/** Tells who asked for an export that it is ready. The link leads to the client, never to the file: mail is read by others. */
export async function mailExport(
  ctx: Ctx,
  { id, requested_by_id, expires_at }: ClaimOf<typeof exportWork>,
  place: ExportPlace,
): Promise<void> {
  const to = await findAccountAddress(ctx, requested_by_id)
  if (to === '') return
  const { what, path } = await describe(ctx, place)
  const day = civilDay(new Date(expires_at))
  await queueMail(ctx, {
    purpose: 'export',
    subjectId: id,
    to,
    subject: `The export of ${what} is ready`,
    text: `The export of ${what} is ready. It can be downloaded until ${day}:\n\n${ctx.services.config.appUrl}${path}\n`,
  })
}

async function describe(ctx: Ctx, place: ExportPlace): Promise<{ what: string; path: string }> {
  if (place.kind === 'workspace') return { what: 'the workspace', path: '/settings/export' }
  if (place.kind === 'project') {
    const project = await findExportedProject(ctx, place.projectId)
    return { what: project?.name ?? 'a project', path: `/projects/${place.projectId}` }
  }
  const program = await findExportedProgram(ctx, place.programId)
  return { what: program?.name ?? 'a program', path: `/programs/${place.programId}` }
}
