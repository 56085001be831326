import { isPercentUnit } from '../../plan-file/duration-units.ts'
import type { RawLink } from '../../plan-file/raw-project.ts'
import { type KeptLag, lagInFile, readLagComment } from '../kept-lag.ts'
import type { PrimaveraActivity, PrimaveraModel, PrimaveraProject, PrimaveraRelation } from '../primavera-model.ts'
import { isSpan } from './raw-activity.ts'
import { spanBeginnings } from './span-beginnings.ts'

const CODES: Readonly<Record<string, number>> = { PR_FF: 0, PR_FS: 1, PR_SF: 2, PR_SS: 3 }
const COMMENTS = 'comments on links'
const DAYS_FORMAT = 7
const ELAPSED_DAYS_FORMAT = 8

export interface RelationContext {
  readonly project: PrimaveraProject
  readonly activities: ReadonlyMap<number, PrimaveraActivity>
  readonly minutesPerDayOf: (activity: PrimaveraActivity | undefined) => number
}

/** Links that touch the project. One whose other end lies in another project keeps its number and is named in the receipt. */
export function rawRelations(model: PrimaveraModel, context: RelationContext): RawLink[] {
  const lagCalendar = model.lagCalendars.get(context.project.id) ?? 'rcal_Predecessor'
  const isElapsed = /24/.test(lagCalendar)
  const isOverridden = model.overridingProjects.has(context.project.id)
  const links: RawLink[] = []
  const beginnings = spanBeginnings(model.relations, context.activities)
  // A row that names no project, and one that names another, speaks of work outside of this one.
  const isForeign = (activity: PrimaveraActivity | undefined, projectId: number | null) =>
    activity === undefined && projectId !== context.project.id
  for (const relation of model.relations) {
    const predecessor = context.activities.get(relation.predecessorId)
    const successor = context.activities.get(relation.successorId)
    if (predecessor === undefined && successor === undefined) {
      reportLost(model, relation, context.project)
      continue
    }
    if (isWithoutForce(predecessor, successor, relation, beginnings)) {
      const text = `link ${relation.kind.slice(3)} from ${relation.predecessorId} moves nothing, because one of its ends spans other activities; it is dropped`
      model.diagnostics.warn('span_link_dropped', { uid: relation.successorId, field: 'predecessors' }, text)
      continue
    }
    if (isOverridden && isOutOfSequence(predecessor, successor, relation)) {
      const text = `work has begun before link ${relation.kind.slice(3)} from ${relation.predecessorId} lets it, and goes on all the same in the file; it is dropped`
      model.diagnostics.warn('progress_override', { uid: relation.successorId, field: 'predecessors' }, text)
      continue
    }
    if (!Object.hasOwn(CODES, relation.kind)) {
      const text = `link kind ${relation.kind.slice(0, 20)} is not known; it counts as finish to start`
      model.diagnostics.warn('unknown_link_type', { uid: relation.successorId, field: 'predecessors' }, text)
    }
    const follower = /succ/i.test(lagCalendar) ? successor : /proj/i.test(lagCalendar) ? undefined : predecessor
    if (relation.lagMinutes !== 0 && !isElapsed && predecessor?.calendarId !== successor?.calendarId) {
      const text = `the lag after ${relation.predecessorId} passes on another calendar in the file; here it passes on that of the task`
      model.diagnostics.warn('lag_calendar', { uid: relation.successorId, field: 'lag' }, text)
    }
    const minutesPerDay = context.minutesPerDayOf(follower)
    const kept = keptLag(model, relation, { isElapsed, minutesPerDay, predecessor })
    links.push({
      predecessorUid: relation.predecessorId,
      successorUid: relation.successorId,
      typeCode: CODES[relation.kind] ?? 1,
      ...(kept ?? {
        lag: relation.lagMinutes * 10,
        lagFormat: isElapsed ? ELAPSED_DAYS_FORMAT : DAYS_FORMAT,
      }),
      isCrossProject: isForeign(predecessor, relation.predecessorProjectId) || isForeign(successor, relation.projectId),
      minutesPerDay,
    })
  }
  return links
}

/** The lag as our own comment gives it, while the file still has that; comments of people are counted. */
function keptLag(
  model: PrimaveraModel,
  { comment, lagMinutes }: PrimaveraRelation,
  { predecessor, ...days }: { isElapsed: boolean; minutesPerDay: number; predecessor: PrimaveraActivity | undefined },
): Pick<RawLink, 'lag' | 'lagFormat'> | null {
  const kept: KeptLag | null = readLagComment(comment)
  if (kept === null) {
    if (comment !== null) model.leftOut.set(COMMENTS, (model.leftOut.get(COMMENTS) ?? 0) + 1)
    return null
  }
  const minutes = lagInFile(kept, { ...days, predecessorMinutes: predecessor?.plannedMinutes ?? 0 })
  if (Math.abs(minutes - lagMinutes) > 1) return null
  return { lag: isPercentUnit(kept.format) ? kept.amount : kept.amount * 10, lagFormat: kept.format }
}

/** A span drives nothing, and only what it begins with places it. */
function isWithoutForce(
  predecessor: PrimaveraActivity | undefined,
  successor: PrimaveraActivity | undefined,
  relation: PrimaveraRelation,
  beginnings: ReadonlySet<PrimaveraRelation>,
): boolean {
  if (predecessor !== undefined && isSpan(predecessor)) return true
  return successor !== undefined && isSpan(successor) && !beginnings.has(relation)
}

/** What has begun before its predecessor lets it begin. */
function isOutOfSequence(
  predecessor: PrimaveraActivity | undefined,
  successor: PrimaveraActivity | undefined,
  { kind }: PrimaveraRelation,
): boolean {
  if (successor?.status !== 'TK_Active' || predecessor === undefined) return false
  return kind === 'PR_SS'
    ? predecessor.status === 'TK_NotStart'
    : kind === 'PR_FS' && predecessor.status !== 'TK_Complete'
}

function reportLost(model: PrimaveraModel, relation: PrimaveraRelation, project: PrimaveraProject): void {
  if (relation.projectId !== null && relation.projectId !== project.id) return
  const where = { uid: relation.successorId, field: 'predecessors' }
  const text = `link from ${relation.predecessorId}: neither end is in the project`
  model.diagnostics.warn('unknown_predecessor', where, text)
}
