import type { Test } from 'tap'
import { startApp, type TestUser } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'

/** The day on which the application believes to be: a Tuesday. */
export const TODAY = '2026-03-10'
const clock = { now: () => new Date(`${TODAY}T12:00:00Z`), today: () => TODAY }

export const TWO_WEEKS = { start_date: '2026-03-09', finish_date: '2026-03-20' }

export type Stage = Awaited<ReturnType<typeof setStage>>

/** A project with a person of every role, whose owner plans sprints and makes tasks. */
export async function setStage(t: Test, env: Record<string, string> = {}, own = clock) {
  const app = await startApp(t, { clock: own, env })
  const project = await buildProject(app)
  const people = {
    viewer: await project.member(1),
    member: await project.member(100),
    scheduler: await project.member(200),
    manager: await project.member(300),
    outsider: await app.user('outsider'),
  }
  const made = async (answer: Promise<{ status: number; text: string; body: Record<string, string> }>) => {
    const { status, text, body } = await answer
    if (status >= 300) throw new Error(`${status} ${text}`)
    return body
  }
  const sprint = async (body: object = {}, user: TestUser = app.owner) =>
    (await made(user.post(`/projects/${project.id}/sprints/`, { name: 'One', ...TWO_WEEKS, ...body }))).id as string
  const task = async (body: object = {}) =>
    (await made(app.owner.post('/tasks/', { project: project.id, name: 'Dig', ...body }))).id as string
  const activate = (id: string, user: TestUser = app.owner) => user.post(`/sprints/${id}/activate/`)
  const clearOutbox = () => app.sql('delete from outbox_events')
  return { app, project, ...people, sprint, task, activate, clearOutbox, owner: app.owner }
}
