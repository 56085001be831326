import { defineEntity, p } from '@mikro-orm/postgresql'
import { references, unchecked } from '../../platform/db/references.ts'

const OUTLIVES = 'the record outlives what it names, and its hash covers the name'

/**
 * What a token caller asked and what it was told, one row a request, only ever added. Each row carries the hash of the
 * one before, so that a row taken out or changed shows (see `agent-chain.ts`).
 */
export const AgentActionSchema = defineEntity({
  name: 'AgentAction',
  tableName: 'agent_actions',
  properties: {
    id: p.uuid().primary(),
    schema_version: p.smallint().default(1),
    /** From 1 without gaps. */
    sequence: p.bigint('number').unique(),
    actor_kind: p.text(),
    actor_token_prefix: p.string().columnType('varchar(8)'),
    principal_id: p.uuid().nullable(),
    action: p.text(),
    method: p.text(),
    object_type: p.text(),
    object_id: p.text(),
    project_id: p.uuid().nullable(),
    capability_used: p.text(),
    verdict: p.text(),
    refusal_reason: p.text(),
    /** Which rule refused; outside the hash, only to filter by. */
    constraint_name: p.text(),
    refusal_detail: p.text(),
    engine_version: p.text(),
    payload_hash: p.text(),
    record_hash: p.text(),
    summary: p.text(),
    /** Stored for the operator, never served. */
    source_ip: p.text(),
    occurred_at: p.datetime(),
  },
  indexes: [{ properties: ['principal_id', 'sequence'] }, { properties: ['project_id', 'sequence'] }],
})
references(AgentActionSchema, {
  principal_id: unchecked(OUTLIVES),
  object_id: unchecked(OUTLIVES),
  project_id: unchecked(OUTLIVES),
})

/** The end of the chain: one row, whose lock puts the writers in line. */
export const AgentChainHeadSchema = defineEntity({
  name: 'AgentChainHead',
  tableName: 'agent_chain_head',
  properties: {
    id: p.smallint().primary().autoincrement(false),
    sequence: p.bigint('number'),
    record_hash: p.text(),
  },
})
