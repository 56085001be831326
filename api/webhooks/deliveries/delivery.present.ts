import { instantText } from '../../platform/db/sql.ts'
import type { DeliveryRow } from './delivery.queries.ts'

/** What was sent and what became of it; what the receiver said is kept nowhere. */
export function presentDelivery({ body, ...row }: DeliveryRow): object {
  return {
    ...row,
    payload: JSON.parse(body),
    created_at: instantText(row.created_at),
    completed_at: instantText(row.completed_at),
  }
}
