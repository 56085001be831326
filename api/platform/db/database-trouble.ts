/** The database cannot be reached or does not let us in; not a fault of ours, so that no stack helps. */
export class DatabaseTrouble extends Error {
  override name = 'DatabaseTrouble'
}

/** What a server says that does not let us in: the name, the password, the database, no connection left, starting. */
const REFUSALS = new Set(['28000', '28P01', '3D000', '53300', '57P03'])

/** The error in words that name the setting, where it is one of reaching the database; itself otherwise. */
export function tellDatabaseTrouble(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException
  if (!REFUSALS.has(code) && !['connect', 'getaddrinfo'].includes(syscall)) return error
  return new DatabaseTrouble(`The database of SVC_DATABASE_URL cannot be used: ${error.message}`, { cause: error })
}
