import type { Site } from '../world.ts'
import { account, ingest, type Operations, project, refusedAtTheDoor } from './rules.ts'

const named = (state: Site['state']) => ({ name: `Project ${state}`, start_date: '2026-01-05' })

export const projectsOperations: Operations = {
  'GET /projects/': account({ agent: true }),
  'POST /projects/': account({ agent: true, body: () => ({ name: 'Quay', start_date: '2026-01-05' }) }),
  'GET /projects/{id}/': project(1, { agent: true }),
  'PUT /projects/{id}/': project(200, {
    agent: true,
    body: (_ids, state) => ({ ...named(state), board_cadence: 'continuous' }),
  }),
  'PATCH /projects/{id}/': project(200, { agent: true, body: () => ({ board_cadence: 'continuous' }) }),
  'DELETE /projects/{id}/': project(400, { agent: true, archived: 'allowed' }),
  'GET /projects/health-summary/': account(),
  'GET /projects/trash/': account(),
  'GET /projects/{id}/status-summary/': project(1),
  'POST /projects/{id}/archive/': project(400, { archived: 'allowed' }),
  'POST /projects/{id}/unarchive/': project(400, { archived: 'allowed' }),
  'POST /projects/{id}/restore/': {
    ...project(400),
    // What is in use is not in the trash, whoever asks.
    expect: (caller, state, isWrite) =>
      refusedAtTheDoor(caller, {}, isWrite) ??
      (state !== 'trashed' || caller.projectRole === null ? 404 : caller.projectRole === 400 ? 'done' : 403),
  },
  'POST /projects/{id}/transfer/': project(400, { body: (ids) => ({ new_owner_user_id: ids.bystander }) }),
  'POST /projects/{id}/pin/': project(1, { archived: 'allowed' }),
  'DELETE /projects/{id}/pin/': project(1, { archived: 'allowed' }),
  'GET /resolve/': account({ hidden: 404, inState: { active: 404 }, query: () => '?kind=project&ref=NONE' }),
  'GET /keys/': account({ query: () => '?kind=project&name=Harbour' }),
  'GET /projects/{id}/members/': project(1),
  'POST /projects/{id}/members/': project(400, { body: (ids) => ({ user: ids.former, role: 1 }) }),
  'GET /projects/{id}/members/{memberId}/': project(1),
  'PATCH /projects/{id}/members/{memberId}/': project(400, { body: () => ({ role: 100 }) }),
  'DELETE /projects/{id}/members/{memberId}/': project(400),
  'GET /projects/{id}/presence/': project(1),
  'GET /projects/{id}/api-tokens/': project(1, { session: true }),
  'POST /projects/{id}/api-tokens/': project(300, { session: true, body: () => ({ name: 'Build server' }) }),
  'GET /projects/{id}/api-tokens/{token_id}/': project(1, { session: true }),
  'DELETE /projects/{id}/api-tokens/{token_id}/': project(300, { session: true, archived: 'allowed' }),
  'POST /projects/{id}/task-sync/': ingest({
    body: () => ({ source: 'tracker', external_id: '7', name: 'Pushed' }),
  }),
  'GET /projects/{id}/api-token-audit/': project(1, { session: true }),
}
