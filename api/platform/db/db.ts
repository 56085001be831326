import type { EntityManager } from '@mikro-orm/postgresql'

/** What a statement needs of a context: the connection, with the open transaction when there is one. */
export interface Db {
  readonly em: EntityManager
}
