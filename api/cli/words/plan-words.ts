// Commands that read plan files and need no server.

import { words } from './command-words.ts'
import { FORMAT, NDJSON, PLAN_FILE, SHEET_READING, TIMINGS } from './common-options.ts'

export const SCHEDULE_COLUMNS = [
  'id',
  'wbs',
  'name',
  'duration',
  'early_start',
  'early_finish',
  'late_start',
  'late_finish',
  'scheduled_start',
  'total_float',
  'free_float',
  'is_critical',
  'percent_complete',
  'planned_start',
  'constraint_type',
  'constraint_date',
  'deadline',
  'calendar',
] as const

export const scheduleWords = words({
  name: 'schedule',
  summary: 'critical path of a plan file; no server needed',
  more: 'Dates are calendar days, finishes inclusive. Durations and floats are working days of each task’s own calendar.',
  arguments: [PLAN_FILE],
  options: {
    ...FORMAT,
    columns: {
      type: 'string',
      value: 'NAME,…',
      fallback: 'id, name, duration, early and late dates, floats, is_critical',
      summary: `which columns, in which order, of ${SCHEDULE_COLUMNS.join(', ')}`,
    },
    names: { type: 'boolean', summary: 'in JSON: the name of each task beside its id' },
    ...NDJSON,
    ...TIMINGS,
  },
  examples: [
    { line: 'svc schedule plan.mpp', does: 'the table on a terminal' },
    { line: 'svc schedule plan.mpp --names > dates.json', does: 'JSON for other programs' },
    {
      line: 'svc schedule plan.xml --format csv --columns id,name,early_start,early_finish,is_critical',
      does: 'a list for a spreadsheet',
    },
  ],
})

export const simulateWords = words({
  name: 'simulate',
  summary: 'Monte Carlo of a plan or program file; no server needed',
  more: 'Draws the durations of tasks with estimates as often as asked, and tells when the plan ends in half, in 80 and in 95 of 100 runs. The same seed gives the same answer, on any number of threads.',
  arguments: [PLAN_FILE],
  options: {
    runs: { type: 'string', value: 'N', fallback: '1000', summary: 'how many runs' },
    seed: {
      type: 'string',
      value: 'N',
      fallback: 'one by chance, told in the result',
      summary: 'where the draws begin',
    },
    'target-date': { type: 'string', value: 'YYYY-MM-DD', summary: 'also tell the chance of finishing by this day' },
    uncertainty: {
      type: 'string',
      multiple: true,
      value: '[SCOPE:]-10%/+30%',
      summary:
        'how far durations vary where the plan has no estimates; SCOPE is wbs=1.2, label=Site, done<50 or done>=50',
    },
    correlation: {
      type: 'string',
      value: '[all:|wbs:|label:]SHARE',
      summary: 'the share of that variance, 0 to 1, which the tasks of a group have in common; goes with --uncertainty',
    },
    risks: {
      type: 'string',
      value: 'FILE',
      summary: 'risks and shared drivers of a JSON file, beside those of the plan',
    },
    threads: {
      type: 'string',
      value: 'N',
      fallback: 'SVC_COMPUTE_THREADS, else cores less one',
      summary: 'threads that compute',
    },
    ...FORMAT,
    names: { type: 'boolean', summary: 'in JSON: the name of each task beside its id' },
    ...NDJSON,
    ...TIMINGS,
  },
  examples: [
    { line: 'svc simulate plan.mpp --target-date 2027-06-30', does: 'the forecast, and the chance of a date' },
    { line: 'svc simulate plan.xml --uncertainty -10%/+30% --runs 5000', does: 'a plan that has no estimates' },
    { line: 'svc simulate program.json --risks register.json --json', does: 'a program with a register of risks' },
  ],
})

export const explainWords = words({
  name: 'explain',
  summary: 'why a date or float of a task is what it is; no server needed',
  arguments: [PLAN_FILE, { form: '<task>', summary: 'the id of a task, or a name that only one task has' }],
  options: {
    quantity: {
      type: 'string',
      value: 'QUANTITY',
      values: ['early_start', 'early_finish', 'late_start', 'late_finish', 'total_float', 'free_float'],
      fallback: 'early_start',
      summary: 'what is explained',
    },
    ...FORMAT,
  },
  examples: [{ line: 'svc explain plan.mpp 17 --quantity total_float', does: 'why task 17 has the float it has' }],
})

export const diffWords = words({
  name: 'diff',
  summary: 'what was changed between two plan files, and the days each change moved',
  more: 'Changes are made one after the other, and what moves in between is credited to them. Movements are calendar days, differences of float working days.',
  arguments: [
    { form: '<file | ->', summary: 'the plan before' },
    { form: '<file | ->', summary: 'the plan after; one of the two may be -, plan JSON on standard input' },
  ],
  options: {
    'max-steps': {
      type: 'string',
      value: 'N',
      fallback: '200',
      summary: 'above so many changes, kinds are taken as a whole',
    },
    ...FORMAT,
  },
  examples: [{ line: 'svc diff april.mpp may.mpp', does: 'why the finish moved' }],
})

export const lintWords = words({
  name: 'lint',
  summary: 'check a plan file: the 14 DCMA points and more; exit code 1 with --fail-on',
  arguments: [PLAN_FILE],
  options: {
    'fail-on': {
      type: 'string',
      value: 'SEVERITY',
      values: ['error', 'warning'],
      fallback: 'never',
      summary: 'exit with 1 if something so severe is found',
    },
    sarif: { type: 'boolean', summary: 'write SARIF 2.1.0, which tools for reviews read' },
    ...FORMAT,
  },
  examples: [
    { line: 'svc lint plan.mpp', does: 'the assessment as a table' },
    { line: 'svc lint plan.xml --fail-on error --sarif > plan.sarif', does: 'a gate in a pipeline' },
  ],
})

export const convertWords = words({
  name: 'convert',
  summary: 'read plan files and write them in another format; --check compares their dates with the computed ones',
  arguments: [{ form: '<file>…', summary: 'plan files of any known format; several need --out-dir' }],
  options: {
    to: {
      type: 'string',
      value: 'FORMAT',
      values: ['plan-json', 'mspdi', 'xer', 'pmxml', 'csv', 'xlsx', 'ics'],
      fallback: 'plan-json',
      summary: 'the format to write',
    },
    out: { type: 'string', value: 'FILE', fallback: 'standard output', summary: 'where one file is written' },
    'out-dir': { type: 'string', value: 'DIR', summary: 'where many are written, as <file name>.<ending>' },
    ...SHEET_READING,
    check: { type: 'boolean', summary: 'compare the dates of the file with the computed ones, instead of converting' },
    ...FORMAT,
    ...TIMINGS,
  },
  examples: [
    { line: 'svc convert plan.mpp --to mspdi --out plan.xml', does: 'Project XML of a binary plan' },
    { line: 'svc convert plans/*.mpp --out-dir json', does: 'a whole folder; refused files become error documents' },
    { line: 'svc convert plan.mpp --check', does: 'which dates differ from the file’s own, and why' },
  ],
})

export const drawWords = words({
  name: 'draw',
  summary:
    'a picture of a plan file as SVG or PNG: bars, network, forecast, what drives it, load of people; no server needed',
  more: 'The same plan and options give the same bytes.',
  arguments: [PLAN_FILE],
  options: {
    picture: {
      type: 'string',
      value: 'PICTURE',
      values: ['gantt', 'forecast', 'tornado', 'load', 'network'],
      fallback: 'gantt',
      summary: 'what is drawn',
    },
    out: {
      type: 'string',
      value: 'FILE',
      fallback: 'standard output',
      summary: 'where the picture is written: .svg or .png',
    },
    'critical-only': { type: 'boolean', summary: 'gantt: critical tasks and the phases they are in' },
    rows: {
      type: 'string',
      value: 'N',
      fallback: '1000',
      summary: 'gantt: at most so many rows; the title says what is left out',
    },
    runs: { type: 'string', value: 'N', fallback: '1000', summary: 'forecast, tornado: how many runs' },
    seed: { type: 'string', value: 'N', fallback: '1', summary: 'forecast, tornado: where the draws begin' },
    uncertainty: {
      type: 'string',
      multiple: true,
      value: '[SCOPE:]-10%/+30%',
      summary: 'forecast, tornado: how far durations vary, as in `svc simulate`',
    },
    correlation: {
      type: 'string',
      value: '[all:|wbs:|label:]SHARE',
      summary: 'forecast, tornado: as in `svc simulate`',
    },
    scheme: {
      type: 'string',
      value: 'SCHEME',
      values: ['auto', 'light', 'dark'],
      fallback: 'auto',
      summary: 'colours; auto follows whoever looks at it, and is light in a PNG',
    },
    width: {
      type: 'string',
      value: 'PIXELS',
      fallback: '1280',
      summary: '320 to 8000; a network is as wide as it asks for',
    },
    from: { type: 'string', value: 'YYYY-MM-DD', summary: 'gantt, load: the first day drawn; with --to' },
    to: { type: 'string', value: 'YYYY-MM-DD', summary: 'gantt, load: the last day drawn; with --from' },
  },
  examples: [
    { line: 'svc draw plan.mpp --out gantt.svg', does: 'the bars of a plan' },
    { line: 'svc draw plan.mpp --picture forecast --uncertainty -10%/+30% --out forecast.svg', does: 'its forecast' },
    {
      line: 'svc draw plan.mpp --picture load --from 2027-01-04 --to 2027-06-30 --out load.png',
      does: 'half a year of its people',
    },
  ],
})
