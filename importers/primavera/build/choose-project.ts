import { quoted } from '../../plan/diagnostics.ts'
import { ImportRefusal } from '../../plan/import-refusal.ts'
import type { PrimaveraModel, PrimaveraProject } from '../primavera-model.ts'

const MAX_NAMED = 20

/**
 * The project that a plan is made of: the one that the caller names by its code, name or id, else the first that was
 * exported for its own sake. The others are named in the receipt.
 */
export function chooseProject(model: PrimaveraModel, wanted: string | undefined): PrimaveraProject {
  const { projects, diagnostics } = model
  const known = new Set(projects.map(({ id }) => id))
  const baselines = new Set(projects.map(({ baselineId }) => baselineId))
  const isBaseline = ({ id, baselineOf }: PrimaveraProject) =>
    baselines.has(id) || (baselineOf !== null && baselineOf !== id && known.has(baselineOf))
  const own = projects.filter((project) => !isBaseline(project))
  const candidates = own.length === 0 ? projects : own
  const chosen =
    wanted === undefined
      ? (candidates.find(({ isExported }) => isExported) ?? candidates[0])
      : named(model, projects, wanted)
  if (chosen === undefined) {
    if (wanted === undefined) throw new ImportRefusal('no_tasks', 'the file holds no project')
    const names = candidates.slice(0, MAX_NAMED).map((project) => quoted(nameOf(model, project)))
    throw new ImportRefusal(
      'bad_option',
      `the file holds no project ${quoted(wanted)}; it holds ${names.join(', ') || 'none'}`,
    )
  }
  const others = candidates.filter(({ id }) => id !== chosen.id)
  if (others.length > 0) {
    const names = others.slice(0, MAX_NAMED).map((project) => quoted(nameOf(model, project)))
    const more = others.length > MAX_NAMED ? ` and ${others.length - MAX_NAMED} more` : ''
    const text = `the file holds ${candidates.length} projects; ${quoted(nameOf(model, chosen))} is read, left out: ${names.join(', ')}${more}`
    diagnostics.warn('further_projects', { uid: chosen.id, field: 'project' }, text)
  }
  return chosen
}

/** What people call a project: its name, which stands on the top of its work breakdown, else its code. */
export function nameOf({ wbs }: PrimaveraModel, project: PrimaveraProject): string {
  const top = wbs.find(({ projectId, isProject }) => isProject && projectId === project.id)
  return project.name ?? top?.name ?? project.code ?? String(project.id)
}

function named(
  model: PrimaveraModel,
  projects: readonly PrimaveraProject[],
  wanted: string,
): PrimaveraProject | undefined {
  const lower = wanted.trim().toLowerCase()
  return (
    projects.find(({ code }) => code?.toLowerCase() === lower) ??
    projects.find((project) => nameOf(model, project).toLowerCase() === lower) ??
    projects.find(({ id }) => String(id) === lower)
  )
}
