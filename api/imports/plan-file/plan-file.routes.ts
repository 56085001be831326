import { newProjectRoute } from '../accepting/new-project-route.ts'
import { uploadRoute } from '../accepting/upload-route.ts'
import { canImportPlanFile } from '../import.policy.ts'
import { planFileForm, planFileOptions } from './plan-file-options.ts'

const kind = 'plan_file'

export const planFileRoutes = [
  uploadRoute({
    kind,
    path: '/projects/{id}/import/planfile/',
    summary: 'Import a desktop planner’s file into a project',
    allow: canImportPlanFile,
    form: planFileForm,
    options: planFileOptions,
  }),
  newProjectRoute({
    kind,
    path: '/projects/import/planfile/',
    summary: 'Create a project from a desktop planner’s file',
    form: planFileForm,
    options: planFileOptions,
  }),
]
