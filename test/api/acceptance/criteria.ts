import type { Client } from '../../support/client.ts'

/** Adds a criterion over HTTP; answers its id. */
export async function addCriterion(user: Client, task: string, more: object = {}): Promise<string> {
  const made = await user.post('/acceptance-criteria/', { task, text: 'The gate opens', ...more })
  if (made.status !== 201) throw new Error(made.text)
  return made.body.id
}

export async function addTask(user: Client, project: string, more: object = {}): Promise<string> {
  const made = await user.post('/tasks/', { project, name: 'Gate', ...more })
  if (made.status !== 201) throw new Error(made.text)
  return made.body.id
}
