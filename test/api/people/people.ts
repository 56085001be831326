import type { TestUser } from '../../support/start-app.ts'

/** A resource of the catalogue; answers its id. */
export async function addResource(user: TestUser, name: string, more: object = {}): Promise<string> {
  const created = await user.post('/resources/', { name, ...more })
  if (created.status !== 201) throw new Error(created.text)
  return created.body.id
}

export async function addTask(user: TestUser, project: string, more: object = {}): Promise<string> {
  const created = await user.post('/tasks/', { project, name: 'Dig', duration: 5, ...more })
  if (created.status !== 201) throw new Error(created.text)
  return created.body.id
}

/** Puts a resource on the roster; answers the id of the row. */
export async function addToRoster(
  user: TestUser,
  project: string,
  resource: string,
  more: object = {},
): Promise<string> {
  const created = await user.post('/project-resources/', { project, resource, ...more })
  if (created.status !== 201) throw new Error(created.text)
  return created.body.id
}

export async function assign(user: TestUser, task: string, resource: string, units?: string): Promise<string> {
  const created = await user.post('/task-resources/', { task, resource, units })
  if (created.status !== 201) throw new Error(created.text)
  return created.body.id
}

/** Ids in a list reply, in order. */
export async function idsOf(user: TestUser, path: string): Promise<string[]> {
  const { body, text } = await user.get(path)
  if (!body?.results) throw new Error(text)
  return body.results.map((row: { id: string }) => row.id)
}
