import type { PrimaveraModel, PrimaveraProject } from './primavera-model.ts'

/** Ids in files begin at 1. */
const STAND_IN_ID = 0

/** The id of a project that has none: programs that write one project to a file leave it out, or count from 0. */
export function idOfProject(id: number | null, { projects }: PrimaveraModel): number | null {
  return id ?? (projects.length === 0 ? STAND_IN_ID : null)
}

/** Gives records whose project is not known to the one that they belong to. */
export function adoptRows(model: PrimaveraModel, id: number): void {
  for (const rows of [model.activities, model.wbs, model.relations])
    for (const row of rows) if (row.projectId === null) (row as { projectId: number | null }).projectId = id
}

/** In a file with one project, or with none and activities all the same, what names no project is of that one. */
export function adoptStrays(model: PrimaveraModel): void {
  if (model.projects.length === 0 && model.activities.length > 0) {
    model.projects.push({ ...UNNAMED })
    model.diagnostics.warn(
      'no_project',
      { field: 'project' },
      'the file describes no project; its activities are read as one',
    )
  }
  const [project, ...others] = model.projects
  if (project !== undefined && others.length === 0) adoptRows(model, project.id)
}

const UNNAMED: PrimaveraProject = {
  id: STAND_IN_ID,
  code: null,
  name: null,
  isExported: true,
  baselineOf: null,
  baselineId: null,
  calendarId: null,
  start: null,
  finish: null,
  mustFinishBy: null,
  dataDate: null,
  codeSeparator: '.',
  rootId: null,
}
