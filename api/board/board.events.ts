import { defineEvent } from '../platform/events/define-event.ts'
import type { BoardColumn } from './board-columns.ts'

export const boardConfigUpdated = defineEvent<{ columns: readonly BoardColumn[] }>({ socket: 'board_config_updated' })
export const boardViewCreated = defineEvent<{ id: string }>({ socket: 'board_view_created' })
export const boardViewUpdated = defineEvent<{ id: string }>({ socket: 'board_view_updated' })
export const boardViewDeleted = defineEvent<{ id: string }>({ socket: 'board_view_deleted' })
