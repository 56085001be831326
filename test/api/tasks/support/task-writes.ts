import type { Test } from 'tap'
import { startApp } from '../../../support/start-app.ts'
import { buildProject } from './build-project.ts'

/** The day on which the application believes to be: a Tuesday. */
export const TODAY = '2026-03-10'
const clock = { now: () => new Date(`${TODAY}T12:00:00Z`), today: () => TODAY }

/** A project whose owner makes and patches tasks; `columns` stand in the row of the project. */
export async function setUp(t: Test, columns: Record<string, unknown> = {}) {
  const app = await startApp(t, { clock })
  const project = await buildProject(app, columns)
  const make = async (body: object = {}) =>
    (await app.owner.post('/tasks/', { project: project.id, name: 'Dig', ...body })).body
  const patch = (id: string, body: object, user = app.owner) => user.patch(`/tasks/${id}/`, body)
  const clearOutbox = () => app.sql('delete from outbox_events')
  return { app, project, make, patch, clearOutbox }
}
