import { defineEntity, p } from '@mikro-orm/postgresql'

/**
 * What a token caller asked and what it was told, one row a request, only ever added. Each row carries the hash of the
 * one before, so that a row taken out or changed shows (see `agent-chain.ts`).
 */
export const AgentActionSchema = defineEntity({
  name: 'AgentAction',
  tableName: 'agent_actions',
  properties: {
    id: p.uuid().primary(),
    schemaVersion: p.smallint().default(1),
    /** From 1 without gaps. */
    sequence: p.bigint('number').unique(),
    actorKind: p.text(),
    actorTokenPrefix: p.string().columnType('varchar(8)'),
    principalId: p.uuid().nullable(),
    action: p.text(),
    method: p.text(),
    objectType: p.text(),
    objectId: p.text(),
    projectId: p.uuid().nullable(),
    capabilityUsed: p.text(),
    verdict: p.text(),
    refusalReason: p.text(),
    /** Which rule refused; outside the hash, only to filter by. */
    constraintName: p.text(),
    refusalDetail: p.text(),
    engineVersion: p.text(),
    payloadHash: p.text(),
    recordHash: p.text(),
    summary: p.text(),
    /** Stored for the operator, never served. */
    sourceIp: p.text(),
    occurredAt: p.datetime(),
  },
  indexes: [{ properties: ['principalId', 'sequence'] }, { properties: ['projectId', 'sequence'] }],
})

/** The end of the chain: one row, whose lock puts the writers in line. */
export const AgentChainHeadSchema = defineEntity({
  name: 'AgentChainHead',
  tableName: 'agent_chain_head',
  properties: {
    id: p.smallint().primary().autoincrement(false),
    sequence: p.bigint('number'),
    recordHash: p.text(),
  },
})
