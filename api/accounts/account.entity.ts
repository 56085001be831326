import { defineEntity, p } from '@mikro-orm/postgresql'

/** A person who can sign in. `password_hash` null: single sign-on only. */
export const AccountSchema = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  properties: {
    id: p.uuid().primary(),
    username: p.string().columnType('varchar(150)'),
    email: p.string().columnType('varchar(254)').default(''),
    first_name: p.string().columnType('varchar(150)').default(''),
    last_name: p.string().columnType('varchar(150)').default(''),
    password_hash: p.text().nullable(),
    is_active: p.boolean().default(true),
    /** Counts how often every session was ended; an access token of an earlier count is over. */
    session_epoch: p.integer().default(0),
    is_superuser: p.boolean().default(false),
    last_login: p.datetime().nullable(),
    created_at: p.datetime().defaultRaw('now()'),
    default_landing: p.text().default('auto'),
    role_context: p.text().default('unified'),
    hidden_views: p.array().columnType('text[]').$type<string[]>().defaultRaw(`'{}'`),
    timezone: p.text().default('auto'),
    date_format: p.text().default('auto'),
  },
  indexes: [
    {
      name: 'accounts_username_lower',
      expression: 'create unique index "accounts_username_lower" on "accounts" (lower("username"))',
    },
    { name: 'accounts_email_lower', expression: 'create index "accounts_email_lower" on "accounts" (lower("email"))' },
  ],
})
export class Account extends AccountSchema.class {}
AccountSchema.setClass(Account)

/** "First last", else the username. */
export function displayNameOf(account: { username: string; first_name: string; last_name: string }): string {
  return `${account.first_name} ${account.last_name}`.trim() || account.username
}

/** First letters of the names, else of the username, upper-case. */
export function initialsOf(account: { username: string; first_name: string; last_name: string }): string {
  const letters = `${account.first_name.charAt(0)}${account.last_name.charAt(0)}`
  return (letters || account.username.slice(0, 2)).toUpperCase()
}
