import { OUTLINES } from '../../../importers/spreadsheet/outlines.ts'
import type { CommandArgument } from './command-words.ts'

export const PLAN_FILE: CommandArgument = {
  form: '<file | ->',
  summary:
    'a plan of any known format (.mpp, Project .xml, .xer, .pmxml, .mpx, .gan, .planner, .pod, tracker .xml, .csv, .tsv, .xlsx, .xls, .ods, plan or seed .json), or - for plan JSON on standard input',
}

export const FORMAT = {
  format: {
    type: 'string',
    value: 'FORMAT',
    values: ['table', 'json', 'csv', 'markdown'],
    fallback: 'table on a terminal, json elsewhere',
    summary: 'how the result is written',
  },
  json: { type: 'boolean', summary: 'the same as --format json; --no-json is --format table' },
} as const

export const TIMINGS = {
  timings: {
    type: 'boolean',
    summary: 'one line of JSON a plan on standard error: where the time went, and the kernel',
  },
} as const

export const NDJSON = {
  ndjson: { type: 'boolean', summary: 'one plan a line in, one result or error a line out, in order' },
} as const

export const SHEET_READING = {
  'header-row': {
    type: 'string',
    value: 'N',
    fallback: 'found',
    summary: 'the row of a sheet that names its columns, from 1',
  },
  'date-order': {
    type: 'string',
    value: 'ORDER',
    values: ['auto', 'mdy', 'dmy', 'iso'],
    fallback: 'auto',
    summary: 'how a sheet writes its dates',
  },
  'last-row': {
    type: 'string',
    value: 'N',
    summary: 'the last row of the plan in a sheet; what stands below it is not read',
  },
  outline: {
    type: 'string',
    value: 'HOW',
    values: [...OUTLINES],
    fallback: 'auto',
    summary: 'what tells which rows of a sheet head others',
  },
  sheet: {
    type: 'string',
    value: 'NAME',
    fallback: 'found',
    summary: 'which sheet of a workbook holds the plan',
  },
  'source-project': {
    type: 'string',
    value: 'NAME',
    summary: 'which project of a file that holds several',
  },
} as const

export const SERVICE = {
  url: {
    type: 'string',
    value: 'URL',
    fallback: 'SVC_API_URL, else http://127.0.0.1:8000',
    summary: 'where the service is',
  },
  token: { type: 'string', value: 'TOKEN', fallback: 'SVC_TOKEN or SVC_API_TOKEN', summary: 'who asks' },
} as const
