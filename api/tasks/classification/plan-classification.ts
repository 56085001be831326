import type { DeliveryMode, GovernanceClass } from '../task-values.ts'

export interface ClassifiedRow {
  readonly id: string
  readonly is_milestone: boolean
  readonly parent_id: string | null
  readonly governance_class: GovernanceClass
  readonly parent_governance_inherited: boolean
  readonly delivery_mode: DeliveryMode
}

export interface ClassificationRequest {
  readonly subtreeId: string
  readonly governance: GovernanceClass | null
  readonly deliveryMode: DeliveryMode | null
  readonly preservesOverrides: boolean
  readonly skipsMilestones: boolean
}

export interface PlannedRow {
  readonly row: ClassifiedRow
  readonly governance_class: GovernanceClass
  readonly parent_governance_inherited: boolean
  readonly delivery_mode: DeliveryMode
}

export interface AxisCount {
  applied: number
  unchanged: number
  overridesKept: number
}

export interface SkippedRow {
  readonly id: string
  readonly code: 'milestone_gate'
  readonly axes: string[]
  readonly message: string
}

export interface ClassificationPlan {
  /** Rows to write. */
  readonly changed: PlannedRow[]
  readonly governance: AxisCount
  readonly deliveryMode: AxisCount
  readonly skipped: SkippedRow[]
}

/** Decides row by row what a classification writes, keeps and withholds. Pure: reads rows, touches nothing. */
export function planClassification(rows: readonly ClassifiedRow[], request: ClassificationRequest): ClassificationPlan {
  const plan: ClassificationPlan = { changed: [], governance: noCount(), deliveryMode: noCount(), skipped: [] }
  for (const row of rows) {
    const withheld: string[] = []
    const governed = planGovernance(row, request, plan.governance, withheld)
    const delivery_mode = planDelivery(row, request, plan.deliveryMode, withheld)
    if (withheld.length > 0) plan.skipped.push(skippedRow(row.id, withheld))
    const next = { row, ...governed, delivery_mode }
    if (differs(next)) plan.changed.push(next)
  }
  return plan
}

function planGovernance(row: ClassifiedRow, request: ClassificationRequest, count: AxisCount, withheld: string[]) {
  const kept = {
    governance_class: row.governance_class,
    parent_governance_inherited: row.parent_governance_inherited,
  }
  if (request.governance === null) return kept
  const isRoot = row.id === request.subtreeId
  if (row.is_milestone && request.skipsMilestones) {
    withheld.push('governance')
    return kept
  }
  if (!isRoot && request.preservesOverrides && !row.parent_governance_inherited) {
    count.overridesKept++
    return kept
  }
  const next = { governance_class: request.governance, parent_governance_inherited: !isRoot }
  // At the top of the tree nothing can be inherited, so nothing there can be declared anew.
  const hasRightBit = row.parent_id === null || next.parent_governance_inherited === kept.parent_governance_inherited
  const isRight = next.governance_class === kept.governance_class && hasRightBit
  if (isRight) count.unchanged++
  else count.applied++
  return isRight ? kept : next
}

/** A milestone's mode is its identity and never rewritten. */
function planDelivery(
  row: ClassifiedRow,
  request: ClassificationRequest,
  count: AxisCount,
  withheld: string[],
): DeliveryMode {
  if (request.deliveryMode === null) return row.delivery_mode
  if (row.is_milestone) {
    withheld.push('delivery_mode')
    return row.delivery_mode
  }
  if (row.delivery_mode === request.deliveryMode) count.unchanged++
  else count.applied++
  return request.deliveryMode
}

function differs({ row, ...next }: PlannedRow): boolean {
  return (
    next.governance_class !== row.governance_class ||
    next.parent_governance_inherited !== row.parent_governance_inherited ||
    next.delivery_mode !== row.delivery_mode
  )
}

function skippedRow(id: string, axes: string[]): SkippedRow {
  return { id, code: 'milestone_gate', axes, message: 'A milestone keeps its classification.' }
}

function noCount(): AxisCount {
  return { applied: 0, unchanged: 0, overridesKept: 0 }
}
