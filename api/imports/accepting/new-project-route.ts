import { z } from 'zod'
import { type Route, route } from '../../platform/http/route.ts'
import { acceptedProjectImport } from '../import.schema.ts'
import type { ImportKind } from '../import-kinds.ts'
import { acceptUpload } from './accept-upload.ts'
import { createProjectForFile } from './create-project-for-file.ts'
import { dedupeField, dedupeKeyOf, findEarlierProjectUpload } from './dedupe.ts'
import { refuseUnreadable } from './refuse-unreadable.ts'
import { checkedFile, fileOf, UPLOAD_REASON } from './upload-route.ts'

const programField = z.guid().optional().describe('the program that the new project becomes part of')

/** A route that makes a project of a file of one kind: looked into first, stored with its request, read by a job. */
export function newProjectRoute(spec: {
  readonly kind: ImportKind
  readonly path: string
  readonly summary: string
  /** What the form may say beside the file, and how that is read. */
  readonly form: z.ZodRawShape
  readonly options: (fields: Readonly<Record<string, string>>) => Record<string, unknown>
}): Route {
  const { kind } = spec
  return route({
    method: 'POST',
    path: spec.path,
    tag: 'imports',
    summary: spec.summary,
    params: z.object({}),
    upload: fileOf(kind, { ...spec.form, dedupe_key: dedupeField, program: programField }),
    idempotency: { exempt: UPLOAD_REASON },
    status: 202,
    reply: acceptedProjectImport,
    // What cannot be read leaves no empty project behind.
    prepare: (ctx, body) => refuseUnreadable(ctx, kind, checkedFile(kind, body), spec.options(body.fields)),
    run: async (ctx, { upload: body, prepared: content }) => {
      const file = checkedFile(kind, body)
      const options = spec.options(body?.fields ?? {})
      const dedupeKey = dedupeKeyOf(body?.fields)
      const known = await findEarlierProjectUpload(ctx, dedupeKey)
      if (known) return { queued: true as const, project_id: known.project_id, import_request_id: known.id }
      const projectId = await createProjectForFile(ctx, file.fileName, body?.fields.program)
      const importId = await acceptUpload(ctx, {
        kind,
        projectId,
        createsProject: true,
        file,
        options,
        dedupeKey,
        content,
      })
      return { queued: true as const, project_id: projectId, import_request_id: importId }
    },
  })
}
