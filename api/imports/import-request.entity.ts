import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * One accepted upload and what became of it: pending, dispatched, done, dead (spreadsheets also undone). The bytes are
 * kept until a terminal state, the row for SVC_IMPORT_RETENTION_DAYS.
 */
export const ImportRequestSchema = defineEntity({
  name: 'ImportRequest',
  tableName: 'import_requests',
  properties: {
    id: p.uuid().primary(),
    kind: p.text(),
    projectId: p.uuid(),
    createsProject: p.boolean().default(false),
    requestedById: p.uuid().nullable(),
    filename: p.string().columnType('varchar(255)'),
    options: p.json().$type<Record<string, unknown>>(),
    content: p.blob().nullable(),
    status: p.text().default('pending'),
    summary: p.json().$type<Record<string, unknown>>().nullable(),
    createdTasks: p.json().$type<Record<string, number>>().nullable(),
    errorCode: p.text().nullable(),
    errorDetail: p.text().nullable(),
    requestedAt: p.datetime().defaultRaw('now()'),
    startedAt: p.datetime().nullable(),
    finishedAt: p.datetime().nullable(),
  },
  indexes: [{ properties: ['projectId', 'requestedAt'] }],
})
export class ImportRequest extends ImportRequestSchema.class {}
ImportRequestSchema.setClass(ImportRequest)
