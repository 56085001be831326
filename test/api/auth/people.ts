import type { TestApp } from '../../support/start-app.ts'

export const PASSWORD = 'correct horse 1'

/** One account of every kind that can, or cannot, sign in. */
export async function people(app: TestApp): Promise<void> {
  await app.user('ann', { password: PASSWORD, email: 'Ann@Example.org' })
  await app.user('twin1', { password: PASSWORD, email: 'twin@example.org' })
  await app.user('twin2', { password: PASSWORD, email: 'Twin@example.org' })
  await app.user('gone', { password: PASSWORD, email: 'gone@example.org' })
  await app.user('sso', { email: 'sso@example.org' })
  await app.sql(`update accounts set is_active = false where username = 'gone'`)
}
