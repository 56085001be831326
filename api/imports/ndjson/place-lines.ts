import type { Diagnostics } from '../../../importers/plan/diagnostics.ts'
import type { Ctx } from '../../platform/context.ts'
import { nextLabel } from '../../tasks/structure/structure.queries.ts'
import type { GovernanceClass } from '../../tasks/task-values.ts'
import { loadParentPlaces } from './ndjson.queries.ts'
import type { Survey, SurveyedLine } from './survey-lines.ts'

/** Where a new task stands. */
export interface Place {
  readonly parentId: string | null
  readonly wbsOrder: number[]
  /** How the nearest task above that was there already is governed; null below new ones alone. */
  readonly governance: GovernanceClass | null
}

/** Deeper trees are cut: what hangs below stands at the top. */
const MAX_LEVELS = 100

/** Places of the new lines, by external id. A task that is there already stays where it is. */
export async function placeLines(
  ctx: Ctx<unknown>,
  projectId: string,
  survey: Survey,
  diagnostics: Diagnostics,
): Promise<Map<string, Place>> {
  const parents = parentsOfNew(survey, diagnostics)
  const labels = await loadLabels(ctx, projectId, survey, parents)
  const places = new Map<string, Place>()
  for (const [externalId, line] of survey.lines) {
    if (line.isNew) placeWithParents(externalId, { survey, parents, labels, places, diagnostics })
  }
  return places
}

/** The parent each new line gets, as an external id; null for the top. Says what cannot be done as asked. */
function parentsOfNew(survey: Survey, diagnostics: Diagnostics): Map<string, string | null> {
  const parents = new Map<string, string | null>()
  for (const [externalId, line] of survey.lines) {
    const wanted = line.wantedParent ?? null
    const where = { row: line.row, field: 'parent' }
    const known = wanted === null ? undefined : survey.existing.get(wanted)
    if (!line.isNew) {
      warnOfMove(survey, externalId, line, diagnostics)
    } else if (wanted === null) {
      parents.set(externalId, null)
    } else if (known === undefined && !survey.lines.has(wanted)) {
      diagnostics.warn('unknown_parent', where, 'the parent is neither in the file nor in the project')
      parents.set(externalId, null)
    } else if (known !== undefined && !known.can_hold) {
      diagnostics.warn('parent_cannot_hold', where, 'the parent is a milestone, a subtask or outside the tree')
      parents.set(externalId, null)
    } else parents.set(externalId, wanted)
  }
  return parents
}

function warnOfMove(survey: Survey, externalId: string, line: SurveyedLine, diagnostics: Diagnostics): void {
  if (line.wantedParent === undefined) return
  const wantedId =
    line.wantedParent === null
      ? null
      : (survey.existing.get(line.wantedParent)?.id ?? survey.lines.get(line.wantedParent)?.id)
  if (wantedId === survey.existing.get(externalId)?.parent_id) return
  const message = 'the task is in the project under another parent; an import does not move it'
  diagnostics.warn('parent_not_moved', { row: line.row, field: 'parent' }, message)
}

interface Labels {
  /** WBS path of a parent that is in the project already. */
  readonly pathOf: ReadonlyMap<string, number[]>
  readonly governanceOf: ReadonlyMap<string, GovernanceClass>
  /** Last label used below a parent, by its task id; the empty text is the top. */
  readonly last: Map<string, number>
}

async function loadLabels(
  ctx: Ctx<unknown>,
  projectId: string,
  survey: Survey,
  parents: ReadonlyMap<string, string | null>,
): Promise<Labels> {
  const ids = new Set<string>()
  for (const parent of parents.values()) {
    const known = parent === null ? undefined : survey.existing.get(parent)
    if (known !== undefined) ids.add(known.id)
  }
  const rows = await loadParentPlaces(ctx, [...ids])
  const lastAtTop = (await nextLabel(ctx, projectId, [])) - 1
  return {
    pathOf: new Map(rows.map((row) => [row.id, row.wbs_order])),
    governanceOf: new Map(rows.map((row) => [row.id, row.governance_class])),
    last: new Map([...rows.map((row): [string, number] => [row.id, row.last_label]), ['', lastAtTop]]),
  }
}

interface Placing {
  readonly survey: Survey
  readonly parents: Map<string, string | null>
  readonly labels: Labels
  readonly places: Map<string, Place>
  readonly diagnostics: Diagnostics
}

/** Places a line after the new parents above it, outermost first. A circle, or too deep a chain, is cut at the top. */
function placeWithParents(externalId: string, placing: Placing): void {
  const { survey, parents, places, diagnostics } = placing
  const path: string[] = []
  const onPath = new Set<string>()
  for (let at: string | null = externalId; at !== null && !places.has(at) && survey.lines.get(at)?.isNew; ) {
    path.push(at)
    onPath.add(at)
    const above: string | null = parents.get(at) ?? null
    if (above !== null && onPath.has(above)) {
      const row = survey.lines.get(at)?.row ?? 0
      diagnostics.warn(
        'parent_cycle',
        { row, field: 'parent' },
        'the parents run in a circle; the task stands at the top',
      )
      parents.set(at, null)
      break
    }
    at = above
  }
  for (const id of path.reverse()) placeOne(id, placing)
}

function placeOne(externalId: string, { survey, parents, labels, places, diagnostics }: Placing): void {
  const parent = parents.get(externalId) ?? null
  const parentId = parent === null ? null : (survey.lines.get(parent)?.id ?? survey.existing.get(parent)?.id ?? null)
  const above = parent === null ? [] : (places.get(parent)?.wbsOrder ?? labels.pathOf.get(parentId ?? '') ?? [])
  const isTooDeep = above.length >= MAX_LEVELS
  if (isTooDeep) {
    const row = survey.lines.get(externalId)?.row ?? 0
    diagnostics.warn(
      'too_deep',
      { row, field: 'parent' },
      `deeper than ${MAX_LEVELS} levels; the task stands at the top`,
    )
  }
  const [under, prefix] = isTooDeep ? [null, []] : [parentId, above]
  const label = (labels.last.get(under ?? '') ?? 0) + 1
  labels.last.set(under ?? '', label)
  const newParent = parent === null || under === null ? undefined : places.get(parent)
  const governance = newParent ? newParent.governance : (labels.governanceOf.get(under ?? '') ?? null)
  places.set(externalId, { parentId: under, wbsOrder: [...prefix, label], governance })
}
