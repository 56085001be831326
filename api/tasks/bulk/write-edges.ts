import type { ProjectScope } from '../../access/project-scope.ts'
import { findRefusedEdges } from '../../dependencies/check-edges.ts'
import type { DepType } from '../../dependencies/dependency.entity.ts'
import { dependenciesBulkCreated } from '../../dependencies/dependency.events.ts'
import { MAX_LAG_DAYS } from '../../dependencies/dependency.schema.ts'
import { loadEdgeGraph } from '../../dependencies/edge-graph.ts'
import { insertCheckedDependencies } from '../../dependencies/insert-dependencies.ts'
import { lockEdgeProjects } from '../../dependencies/lock-edges.ts'
import type { Ctx } from '../../platform/context.ts'
import { emit } from '../../platform/events/define-event.ts'
import { isUuid, newId } from '../../platform/ids.ts'
import { loadSpan, MAX_PROJECT_SPAN } from '../rules/check-span.ts'
import { isManager } from '../task.policy.ts'
import { findLiveTaskIds } from '../task.queries.ts'
import type { BulkEdge } from './bulk.schema.ts'
import type { Problem } from './bulk-result.ts'

interface OpenEdge {
  readonly index: number
  readonly id: string
  readonly predecessorId: string
  readonly successorId: string
  readonly depType: DepType
  readonly lag: number
}

export interface AppliedEdge {
  readonly index: number
  readonly id: string
  readonly predecessor: string
  readonly successor: string
  readonly pending_acceptance: boolean
}

export interface EdgeResult {
  readonly applied: AppliedEdge[]
  readonly rejected: Problem[]
}

const DEP_TYPES: ReadonlySet<string> = new Set(['FS', 'SS', 'FF', 'SF'])

/** Takes the locks of the links before those of the rows, so that writers meet in one order. */
export async function lockForEdges(ctx: Ctx<ProjectScope>): Promise<string[]> {
  const { programId, projectId } = ctx.scope
  return lockEdgeProjects(ctx, { programId, projectIds: [projectId] })
}

/**
 * Writes the links of a batch inside the project: all are checked before any is written, those that cannot stand are
 * told one by one, the rest go in together.
 */
export async function writeEdges(
  ctx: Ctx<ProjectScope>,
  edges: readonly BulkEdge[],
  graphProjectIds: readonly string[],
): Promise<EdgeResult> {
  const result: EdgeResult = { applied: [], rejected: [] }
  if (edges.length === 0) return result
  const shaped = await judgeShape(ctx, edges, result.rejected)
  const feasible = await judgeGraph(ctx, shaped, graphProjectIds, result.rejected)
  const open = await judgeSpan(ctx, feasible, result.rejected)
  await insert(ctx, open, result)
  result.rejected.sort((a, b) => a.index - b.index)
  return result
}

async function judgeShape(
  ctx: Ctx<ProjectScope>,
  edges: readonly BulkEdge[],
  rejected: Problem[],
): Promise<OpenEdge[]> {
  const ids = edges.flatMap((edge) => [edge.predecessor, edge.successor]).filter(isUuid)
  const known = await findLiveTaskIds(ctx, ids)
  const open: OpenEdge[] = []
  edges.forEach((edge, index) => {
    const problem = shapeProblem(ctx, edge, known)
    if (problem) rejected.push({ index, id: null, ...problem })
    else
      open.push({
        index,
        id: newId(),
        predecessorId: edge.predecessor.toLowerCase(),
        successorId: edge.successor.toLowerCase(),
        depType: edge.dep_type as DepType,
        lag: edge.lag,
      })
  })
  return open
}

function shapeProblem(ctx: Ctx<ProjectScope>, edge: BulkEdge, known: ReadonlySet<string>) {
  if (!isManager(ctx)) return { code: 'forbidden', message: 'Your role may not draw dependencies here.' }
  if (edge.id !== undefined && edge.id !== null)
    return { code: 'invalid', message: 'id: Ids of links are the server’s.' }
  for (const end of [edge.predecessor, edge.successor]) {
    if (!isUuid(end)) return { code: 'malformed_id', message: 'An end is no UUID.' }
  }
  for (const end of [edge.predecessor, edge.successor]) {
    if (!known.has(end.toLowerCase())) return { code: 'unresolved_endpoint', message: 'An end is no live task here.' }
  }
  if (!DEP_TYPES.has(edge.dep_type)) return { code: 'invalid', message: 'dep_type: Must be FS, SS, FF or SF.' }
  if (Math.abs(edge.lag) > MAX_LAG_DAYS) return { code: 'invalid', message: `lag: At most ${MAX_LAG_DAYS} days.` }
  return undefined
}

async function judgeGraph(
  ctx: Ctx<ProjectScope>,
  edges: readonly OpenEdge[],
  projectIds: readonly string[],
  rejected: Problem[],
): Promise<OpenEdge[]> {
  if (edges.length === 0) return []
  const refused = findRefusedEdges(await loadEdgeGraph(ctx, projectIds, null), edges)
  for (const { index, code, offending } of refused) {
    const message = code === 'self_reference' ? 'A task cannot depend on itself.' : 'The link would close a cycle.'
    rejected.push({ index: (edges[index] as OpenEdge).index, id: null, code, message, offending })
  }
  const refusedIndexes = new Set(refused.map((edge) => edge.index))
  return edges.filter((_, index) => !refusedIndexes.has(index))
}

/** Lags count into the span of the project in the order given. */
async function judgeSpan(ctx: Ctx<ProjectScope>, edges: readonly OpenEdge[], rejected: Problem[]): Promise<OpenEdge[]> {
  if (!edges.some((edge) => edge.lag !== 0)) return [...edges]
  let span = await loadSpan(ctx, ctx.scope.projectId)
  return edges.filter((edge) => {
    const next = span + Math.abs(edge.lag)
    if (next > MAX_PROJECT_SPAN) {
      rejected.push({
        index: edge.index,
        id: null,
        code: 'invalid',
        message: `lag: The project would span ${next} days.`,
      })
      return false
    }
    span = next
    return true
  })
}

async function insert(ctx: Ctx<ProjectScope>, edges: readonly OpenEdge[], result: EdgeResult): Promise<void> {
  if (edges.length === 0) return
  const written = new Set(await insertCheckedDependencies(ctx, edges))
  for (const edge of edges) {
    if (!written.has(edge.id)) {
      result.rejected.push({ index: edge.index, id: null, code: 'conflict', message: 'This link exists already.' })
      continue
    }
    const { index, id, predecessorId, successorId } = edge
    result.applied.push({ index, id, predecessor: predecessorId, successor: successorId, pending_acceptance: false })
  }
  if (written.size === 0) return
  emit(ctx, dependenciesBulkCreated, {
    projectId: ctx.scope.projectId,
    payload: { dependency_ids: result.applied.map((edge) => edge.id) },
  })
}
