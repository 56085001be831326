import type { TestUser } from '../../support/start-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape.
export async function ok(answer: Promise<{ status: number; text: string; body: any }>): Promise<any> {
  const { status, text, body } = await answer
  if (status >= 300) throw new Error(`the world cannot be built: ${status} ${text}`)
  return body
}

/** The id of what a post made. */
export async function made(user: TestUser, path: string, body: object): Promise<string> {
  return (await ok(user.post(path, body))).id
}
