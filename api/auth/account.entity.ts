import { defineEntity, p } from '@mikro-orm/postgresql'

/** A person who can sign in. `passwordHash` null: single sign-on only. */
export const AccountSchema = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  properties: {
    id: p.uuid().primary(),
    username: p.string().columnType('varchar(150)'),
    email: p.string().columnType('varchar(254)').default(''),
    firstName: p.string().columnType('varchar(150)').default(''),
    lastName: p.string().columnType('varchar(150)').default(''),
    passwordHash: p.text().nullable(),
    isActive: p.boolean().default(true),
    isSuperuser: p.boolean().default(false),
    lastLogin: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    defaultLanding: p.text().default('auto'),
    roleContext: p.text().default('unified'),
    hiddenViews: p.array().columnType('text[]').$type<string[]>().defaultRaw(`'{}'`),
    timezone: p.text().default('auto'),
    dateFormat: p.text().default('auto'),
  },
  uniques: [{ name: 'accounts_username_unique', properties: ['username'] }],
  indexes: [
    { name: 'accounts_email_lower', expression: 'create index "accounts_email_lower" on "accounts" (lower("email"))' },
  ],
})
export class Account extends AccountSchema.class {}
AccountSchema.setClass(Account)

/** "First last", else the username. */
export function displayNameOf(account: { username: string; firstName: string; lastName: string }): string {
  return `${account.firstName} ${account.lastName}`.trim() || account.username
}

/** First letters of the names, else of the username, upper-case. */
export function initialsOf(account: { username: string; firstName: string; lastName: string }): string {
  const letters = `${account.firstName.charAt(0)}${account.lastName.charAt(0)}`
  return (letters || account.username.slice(0, 2)).toUpperCase()
}
