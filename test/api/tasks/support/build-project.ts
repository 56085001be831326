import { newId } from '../../../../api/platform/ids.ts'
import { joinProject } from '../../../support/projects.ts'
import type { TestApp, TestUser } from '../../../support/start-app.ts'

export interface BuiltProject {
  readonly id: string
  readonly key: string
  /** A fresh account with this role in the project. */
  member(role: number, username?: string): Promise<TestUser>
}

let madeCount = 0

/** A project with `app.owner` as its Owner; `columns` override what stands in the row. */
export async function buildProject(app: TestApp, columns: Record<string, unknown> = {}): Promise<BuiltProject> {
  const id = newId()
  const key = `P${++madeCount}`
  const row: Record<string, unknown> = { id, name: `Project ${key}`, code: key, start_date: '2026-01-05', ...columns }
  const names = Object.keys(row)
  await app.sql(
    `insert into projects (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  )
  await joinProject(app, id, app.owner, 400)
  return {
    id,
    key,
    async member(role, username = `user-${++madeCount}`) {
      const user = await app.user(username)
      await joinProject(app, id, user, role)
      return user
    },
  }
}
