/** The superuser of the embedded server, and the one database of the service. */
export const userName = 'svc'
export const databaseName = 'svc'

/** The only port; it merely names the socket file, nothing listens on the network. */
export const socketPort = 5432

/** The address of a database behind a socket folder, in the form that pg, libpq and URL parsers all read. */
export function socketUrl(socketDir: string, database: string): string {
  return `postgresql://${userName}@${encodeURIComponent(socketDir)}:${socketPort}/${database}`
}
