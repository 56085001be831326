import { type RawBuilder, sql } from 'kysely'

/** How an account is called where people see it: first and last name, else the user name. `alias` is its table. */
export function personName(alias: string): RawBuilder<string> {
  const [first, last, user] = ['first_name', 'last_name', 'username'].map((name) => sql.ref(`${alias}.${name}`))
  return sql<string>`coalesce(nullif(trim(${first} || ' ' || ${last}), ''), ${user})`
}
