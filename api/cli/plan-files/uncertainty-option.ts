// `--uncertainty` and `--correlation`: a spread for plans that have no estimates.

import {
  type GroupKind,
  groupTasks,
  type TaskScope,
  tasksIn,
} from '../../../compute/simulation/input/uncertain-tasks.ts'
import { spreadDurations } from '../../../compute/simulation/input/uncertainty.ts'
import { UsageError } from '../usage-error.ts'
import type { AskedRule, AskedUncertainty, NamedUncertainty } from './named-uncertainty.ts'
import type { SimulatedInput } from './simulated-input.ts'

const SPREAD = /^(?:(.*?):)?\s*-(\d{1,3}(?:\.\d+)?)\s?%?\s*\/\s*\+?(\d{1,4}(?:\.\d+)?)\s?%?$/
const FORM = '[wbs=1.2: | label=Site: | done<50: | done>=50:]-10%/+30%'

/** Values that begin with a minus would be taken for an option by the parser of the arguments. */
export function joinUncertainty(args: readonly string[]): string[] {
  const joined: string[] = []
  for (let at = 0; at < args.length; at += 1) {
    const [argument = '', value = ''] = [args[at], args[at + 1]]
    if (argument === '--uncertainty' && /^-\d/.test(value)) {
      joined.push(`${argument}=${value}`)
      at += 1
    } else joined.push(argument)
  }
  return joined
}

export function readUncertainty(
  texts: readonly string[] | undefined,
  correlation: string | undefined,
): AskedUncertainty | null {
  if (texts === undefined) {
    if (correlation !== undefined) throw new UsageError('--correlation goes with --uncertainty')
    return null
  }
  return { rules: texts.map(readRule), correlation: correlation === undefined ? null : readCorrelation(correlation) }
}

function readRule(text: string): AskedRule {
  const match = SPREAD.exec(text.trim())
  const scope = match === null ? null : readScope(match[1]?.trim() ?? '')
  if (match === null || scope === null) throw new UsageError(`--uncertainty is "${text}", not of the form ${FORM}`)
  return { low_percent: -Number(match[2]), high_percent: Number(match[3]), ...scope }
}

function readScope(text: string): Omit<AskedRule, 'low_percent' | 'high_percent'> | null {
  if (text === '') return {}
  const done = /^done\s*(<|>=)\s*(\d{1,3})\s?%?$/i.exec(text)
  if (done !== null) return done[1] === '<' ? { percent_below: Number(done[2]) } : { percent_from: Number(done[2]) }
  const named = /^(wbs|label)\s*=\s*(.+)$/i.exec(text)
  if (named === null) return null
  return named[1]?.toLowerCase() === 'wbs' ? { wbs: named[2] ?? '' } : { label: named[2] ?? '' }
}

function readCorrelation(text: string): NonNullable<AskedUncertainty['correlation']> {
  const match = /^(?:(all|wbs|label)[:=])?(0(?:\.\d+)?|1(?:\.0+)?|\.\d+)$/.exec(text.trim())
  if (match === null)
    throw new UsageError(`--correlation is "${text}", not [all: | wbs: | label:] and a number from 0 to 1`)
  return { share: Number(match[2]), within: (match[1] ?? 'wbs') as GroupKind }
}

/** The input with that uncertainty, and what the result says of it. */
export function withUncertainty(input: SimulatedInput, asked: AskedUncertainty | null): SimulatedInput {
  if (asked === null) return input
  const { rules, correlation } = asked
  const { columns, drivers, spreadTasks } = spreadDurations(input.columns, {
    rules: rules.map((rule) => ({
      lowPercent: rule.low_percent,
      highPercent: rule.high_percent,
      tasks: tasksIn(input.facts, scopeOf(rule)),
    })),
    commonShare: correlation?.share ?? 0,
    groups: correlation === null ? [] : groupTasks(input.facts, correlation.within),
  })
  const named: NamedUncertainty = {
    uncertainty: rules.map((rule, at) => ({ ...rule, tasks: spreadTasks[at] ?? 0 })),
    ...(correlation === null ? {} : { correlation }),
  }
  const causes = input.options.causes
  return {
    ...input,
    columns,
    named,
    options: {
      ...input.options,
      causes: { risks: causes?.risks ?? [], drivers: [...(causes?.drivers ?? []), ...drivers] },
    },
  }
}

function scopeOf({ wbs, label, percent_from, percent_below }: AskedRule): TaskScope {
  return { wbs, label, percentFrom: percent_from, percentBelow: percent_below }
}

/** A line each for a reader. */
export function uncertaintyText({ uncertainty, correlation }: NamedUncertainty): string {
  const lines = uncertainty.map((rule) => {
    const where = [
      rule.wbs === undefined ? '' : ` of ${rule.wbs}`,
      rule.label === undefined ? '' : ` labelled ${rule.label}`,
      rule.percent_from === undefined ? '' : ` at least ${rule.percent_from} % done`,
      rule.percent_below === undefined ? '' : ` less than ${rule.percent_below} % done`,
    ].join('')
    return `  Assumed: durations of ${rule.tasks} tasks${where} vary by ${rule.low_percent} % to +${rule.high_percent} %`
  })
  if (correlation !== undefined)
    lines.push(`  Assumed: ${correlation.share} of the variance in common (${correlation.within})`)
  return `${lines.join('\n')}\n`
}
