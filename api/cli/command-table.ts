/** One command of `svc`. */
export interface Command {
  name: string
  /** What follows the name. */
  synopsis: string
  summary: string
  load(): Promise<{ run(args: string[]): Promise<number> }>
}

/** Every command, in the order help shows them. Modules load only for the command that is run. */
export const commands: readonly Command[] = [
  {
    name: 'serve',
    synopsis: '',
    summary: 'run everything: database (unless SVC_DATABASE_URL), API and jobs',
    load: () => import('./serve-command.ts'),
  },
  {
    name: 'api',
    synopsis: '',
    summary: 'run the API and the sockets alone',
    load: () => import('./api-command.ts'),
  },
  {
    name: 'jobs',
    synopsis: '',
    summary: 'run the background jobs alone',
    load: () => import('./jobs-command.ts'),
  },
  {
    name: 'migrate',
    synopsis: '',
    summary: 'bring the database up to date',
    load: () => import('./migrate-command.ts'),
  },
  {
    name: 'user create',
    synopsis: '<username> --email <address> [--password-stdin] [--owner]',
    summary: 'make an account; without --password-stdin a password is generated and printed once',
    load: () => import('./user-create-command.ts'),
  },
]
