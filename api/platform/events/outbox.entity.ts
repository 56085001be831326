import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * Events committed with the change that caused them. `seq` counts per channel (a project), without gaps, so that a
 * socket client can tell what it missed. Rows are removed after SVC_BOARD_EVENT_RETENTION_HOURS.
 */
export const OutboxEventSchema = defineEntity({
  name: 'OutboxEvent',
  tableName: 'outbox_events',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    channel: p.uuid().nullable(),
    seq: p.bigint('number').nullable(),
    socket_name: p.text().nullable(),
    socket_payload: p.text().nullable(),
    webhook_name: p.text().nullable(),
    webhook_payload: p.text().nullable(),
    occurred_at: p.datetime().defaultRaw('clock_timestamp()'),
  },
  indexes: [{ properties: ['channel', 'seq'] }, { properties: ['occurred_at'] }],
})

/** Last number handed out per channel; its row lock orders the events of one project. */
export const OutboxChannelSchema = defineEntity({
  name: 'OutboxChannel',
  tableName: 'outbox_channels',
  properties: {
    channel: p.uuid().primary(),
    last_seq: p.bigint('number').default(0),
  },
})
