import { defineEvent } from '../../platform/events/define-event.ts'
import type { RetroColumn } from './retro.entity.ts'

interface OfRetro {
  readonly id: string
  readonly retro_id: string
}

export const retroUpdated = defineEvent<{ sprint_id: string }>({ socket: 'sprint_retro_updated' })
export const retroItemCreated = defineEvent<
  OfRetro & { sprint_id: string; column: RetroColumn; author_id: string | null }
>({ socket: 'retro_item_created' })
export const retroItemUpdated = defineEvent<OfRetro>({ socket: 'retro_item_updated' })
export const retroItemMoved = defineEvent<OfRetro & { column: RetroColumn }>({ socket: 'retro_item_moved' })
export const retroItemDeleted = defineEvent<OfRetro>({ socket: 'retro_item_deleted' })
