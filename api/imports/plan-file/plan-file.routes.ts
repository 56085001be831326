import { z } from 'zod'
import { route } from '../../platform/http/route.ts'
import { acceptUpload } from '../accept-upload.ts'
import { dedupeField, dedupeKeyOf, findEarlierProjectUpload } from '../dedupe.ts'
import { canImportPlanFile } from '../import.policy.ts'
import { acceptedProjectImport } from '../import.schema.ts'
import { refuseUnreadable } from '../refuse-unreadable.ts'
import { checkedFile, fileOf, UPLOAD_REASON, uploadRoute } from '../upload-route.ts'
import { createProjectForFile } from './create-project-for-file.ts'
import { planFileForm, planFileOptions } from './plan-file-options.ts'

const kind = 'plan_file'
const programField = z.guid().optional().describe('the program that the new project becomes part of')

export const planFileRoutes = [
  uploadRoute({
    kind,
    path: '/projects/{id}/import/planfile/',
    summary: 'Import a desktop planner’s file into a project',
    allow: canImportPlanFile,
    form: planFileForm,
    options: planFileOptions,
  }),
  route({
    method: 'POST',
    path: '/projects/import/planfile/',
    tag: 'imports',
    summary: 'Create a project from a desktop planner’s file',
    params: z.object({}),
    upload: fileOf(kind, { ...planFileForm, dedupe_key: dedupeField, program: programField }),
    idempotency: { exempt: UPLOAD_REASON },
    status: 202,
    reply: acceptedProjectImport,
    // What cannot be read leaves no empty project behind.
    prepare: (ctx, body) => refuseUnreadable(ctx, kind, checkedFile(kind, body), planFileOptions(body.fields)),
    run: async (ctx, { upload: body }) => {
      const file = checkedFile(kind, body)
      const options = planFileOptions(body?.fields ?? {})
      const dedupeKey = dedupeKeyOf(body?.fields)
      const known = await findEarlierProjectUpload(ctx, dedupeKey)
      if (known) return { queued: true as const, project_id: known.project_id, import_request_id: known.id }
      const projectId = await createProjectForFile(ctx, file.fileName, body?.fields.program)
      const importId = await acceptUpload(ctx, { kind, projectId, createsProject: true, file, options, dedupeKey })
      return { queued: true as const, project_id: projectId, import_request_id: importId }
    },
  }),
]
