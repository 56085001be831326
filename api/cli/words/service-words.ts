// Commands that run the service, speak to one, or speak of `svc` itself.

import { words } from './command-words.ts'
import { FORMAT, SERVICE, SHEET_READING } from './common-options.ts'

export const serveWords = words({
  name: 'serve',
  summary: 'run everything: database (unless SVC_DATABASE_URL), API and jobs',
  arguments: [],
  options: {},
  examples: [{ line: 'SVC_PORT=8080 svc serve', does: 'on another port; `svc settings` lists what can be set' }],
})

export const apiWords = words({
  name: 'api',
  summary: 'run the API and the sockets alone',
  arguments: [],
  options: {},
  examples: [],
})

export const jobsWords = words({
  name: 'jobs',
  summary: 'run the background jobs alone',
  arguments: [],
  options: {},
  examples: [],
})

export const migrateWords = words({
  name: 'migrate',
  summary: 'bring the database up to date',
  arguments: [],
  options: {},
  examples: [],
})

export const settingsWords = words({
  name: 'settings',
  summary: 'every setting with its default, as a file of settings',
  arguments: [],
  options: {},
  examples: [{ line: 'svc settings > .env', does: 'a file to begin with; nothing is set in it yet' }],
})

export const userCreateWords = words({
  name: 'user create',
  summary: 'make an account; without --password-stdin a password is generated and printed once',
  arguments: [{ form: '<username>', summary: 'the name to sign in with' }],
  options: {
    email: { type: 'string', value: 'ADDRESS', summary: 'the address of the account (needed)' },
    'password-stdin': { type: 'boolean', summary: 'read the password from standard input' },
    owner: { type: 'boolean', summary: 'make it an owner of the workspace' },
  },
  examples: [{ line: 'svc user create ann --email ann@example.org --owner', does: 'the first owner of a database' }],
})

export const importWords = words({
  name: 'import',
  summary: 'upload a file to a running service and follow its import',
  more: 'The upload is named by what it holds: sending the same file again imports it once.',
  arguments: [{ form: '<file>', summary: 'a plan file, a sheet or a tracker’s export; its ending tells its kind' }],
  options: {
    project: { type: 'string', value: 'KEY|ID', summary: 'the project that takes it' },
    new: { type: 'boolean', summary: 'make a project for a plan file or a sheet instead' },
    program: { type: 'string', value: 'ID', summary: 'the program of the new project' },
    ...SHEET_READING,
    again: { type: 'boolean', summary: 'import the same file once more, on purpose' },
    timeout: { type: 'string', value: 'S', fallback: '1800', summary: 'how long the import is followed, in seconds' },
    patience: {
      type: 'string',
      value: 'S',
      fallback: '60',
      summary: 'how long a busy or silent service is asked again, in seconds',
    },
    ...SERVICE,
    ...FORMAT,
  },
  examples: [
    { line: 'SVC_TOKEN=… svc import plan.mpp --new', does: 'a new project of a plan' },
    { line: 'svc import tasks.csv --project WEB --date-order dmy', does: 'a sheet into a project' },
  ],
})

export const mcpWords = words({
  name: 'mcp',
  summary: 'answer an agent over standard input and output (Model Context Protocol)',
  arguments: [],
  options: SERVICE,
  examples: [{ line: 'SVC_API_TOKEN=svc_… svc mcp', does: 'what an agent’s settings start' }],
})

/** The suite reads its own arguments; this is what help and shells know of them. */
export const benchWords = words({
  name: 'bench',
  summary: 'run the bench suite, or compare two runs',
  arguments: [
    { form: '[compare A.json B.json | report RUN.json]', summary: 'compare two runs, or write the report of one' },
  ],
  options: {
    quick: { type: 'boolean', summary: 'small sizes and few samples (the default)' },
    full: { type: 'boolean', summary: 'every size' },
    only: { type: 'string', multiple: true, value: 'CASE', summary: 'cases whose name contains this text' },
    json: { type: 'string', value: 'FILE', summary: 'write the samples and the machine card' },
    html: { type: 'string', value: 'FILE', summary: 'write the report as one page' },
    list: { type: 'boolean', summary: 'list the cases' },
    'fail-if': { type: 'string', value: 'median:5%', summary: 'compare: what counts as a regression' },
  },
  examples: [{ line: 'svc bench --quick --html report.html', does: 'every family in under two minutes' }],
})

export const completionWords = words({
  name: 'completion',
  summary: 'a script that completes commands and options in a shell',
  arguments: [{ form: '<bash | zsh | fish>', summary: 'the shell' }],
  options: {},
  examples: [
    { line: 'source <(svc completion bash)', does: 'for this shell; in ~/.bashrc for each' },
    { line: 'svc completion zsh > ~/.zfunc/_svc', does: 'for zsh, with ~/.zfunc in its fpath' },
    { line: 'svc completion fish > ~/.config/fish/completions/svc.fish', does: 'for fish' },
  ],
})

export const manualWords = words({
  name: 'manual',
  summary: 'the manual page, for `man`',
  arguments: [],
  options: {},
  examples: [{ line: 'svc manual | man -l -', does: 'read it' }],
})
