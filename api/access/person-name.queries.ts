import { type RawBuilder, sql } from 'kysely'
import type { Person } from './person.schema.ts'

/** How an account is called where people see it: first and last name, else the user name. `alias` is its table. */
export function personName(alias: string): RawBuilder<string> {
  const [first, last, user] = ['first_name', 'last_name', 'username'].map((name) => sql.ref(`${alias}.${name}`))
  return sql<string>`coalesce(nullif(trim(${first} || ' ' || ${last}), ''), ${user})`
}

/** The account of a left join as people see it; null where there is none. */
export function personOf(alias: string): RawBuilder<Person | null> {
  const id = sql.ref(`${alias}.id`)
  return sql<Person | null>`case when ${id} is not null then jsonb_build_object('id', ${id},
    'username', ${sql.ref(`${alias}.username`)}, 'display_name', ${personName(alias)}) end`
}
