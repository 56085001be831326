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
    load: () => import('./service/serve-command.ts'),
  },
  {
    name: 'api',
    synopsis: '',
    summary: 'run the API and the sockets alone',
    load: () => import('./service/api-command.ts'),
  },
  {
    name: 'jobs',
    synopsis: '',
    summary: 'run the background jobs alone',
    load: () => import('./service/jobs-command.ts'),
  },
  {
    name: 'migrate',
    synopsis: '',
    summary: 'bring the database up to date',
    load: () => import('./service/migrate-command.ts'),
  },
  {
    name: 'settings',
    synopsis: '',
    summary: 'every setting with its default, as a file of settings (`svc settings > .env`)',
    load: () => import('./service/settings-command.ts'),
  },
  {
    name: 'user create',
    synopsis: '<username> --email <address> [--password-stdin] [--owner]',
    summary: 'make an account; without --password-stdin a password is generated and printed once',
    load: () => import('./service/user-create-command.ts'),
  },
  {
    name: 'schedule',
    synopsis: '<file | -> [--json] [--ndjson] [--timings]',
    summary: 'critical path of a plan file; no server needed',
    load: () => import('./schedule-command.ts'),
  },
  {
    name: 'simulate',
    synopsis:
      '<file | -> [--runs N] [--seed N] [--risks FILE] [--uncertainty [SCOPE:]-10%/+30%]… [--correlation [all:|wbs:|label:]0.3] [--target-date YYYY-MM-DD] [--threads N] [--json] [--ndjson] [--timings]',
    summary: 'Monte Carlo of a plan or program file; no server needed',
    load: () => import('./simulate-command.ts'),
  },
  {
    name: 'explain',
    synopsis: '<file | -> <task> [--quantity early_start] [--json]',
    summary: 'why a date or float of a task is what it is; no server needed',
    load: () => import('./explain-command.ts'),
  },
  {
    name: 'diff',
    synopsis: '<file | -> <file | -> [--max-steps N] [--json]',
    summary: 'what was changed between two plan files, and the days each change moved',
    load: () => import('./diff-command.ts'),
  },
  {
    name: 'lint',
    synopsis: '<file | -> [--fail-on error|warning] [--json | --sarif]',
    summary: 'check a plan file: the 14 DCMA points and more; exit code 1 with --fail-on',
    load: () => import('./lint-command.ts'),
  },
  {
    name: 'convert',
    synopsis:
      '<file>… [--to plan-json|mspdi|xer|pmxml|csv|xlsx|ics] [--source-project NAME] [--out FILE] [--out-dir DIR] [--header-row N] [--date-order auto|mdy|dmy|iso] [--check] [--timings]',
    summary: 'read plan files and write them in another format; --check compares their dates with the computed ones',
    load: () => import('./convert-command.ts'),
  },
  {
    name: 'import',
    synopsis:
      '<file> (--project KEY|ID | --new [--program ID]) [--url URL] [--token TOKEN] [--date-order auto|mdy|dmy|iso] [--header-row N] [--source-project NAME] [--again] [--timeout S] [--patience S] [--json]',
    summary: 'upload a file to a running service and follow its import; the token may stand in SVC_TOKEN',
    load: () => import('./import-command.ts'),
  },
  {
    name: 'mcp',
    synopsis: '[--url URL] [--token TOKEN]',
    summary:
      'answer an agent over standard input and output (Model Context Protocol); the token may stand in SVC_API_TOKEN',
    load: () => import('./service/mcp-command.ts'),
  },
  {
    name: 'bench',
    synopsis: '[--only CASE] [--quick | --full] [--json FILE] | compare A.json B.json [--fail-if median:5%]',
    summary: 'run the bench suite, or compare two runs',
    load: () => import('../../bench/run.ts'),
  },
]
