import { XMLParser } from 'fast-xml-parser'
import { MSPDI_ELEMENTS } from './mspdi-elements.ts'

type Rule = { name: string; isRequired: boolean; repeats: boolean; isLater: boolean; type: string; most: number }
type Node = Record<string, Node[] | string>

const RULES = new Map(
  Object.entries(MSPDI_ELEMENTS).map(([parent, text]) => [parent, text.trim().split(/\s+/).map(readRule)]),
)

function readRule(text: string): Rule {
  const match = /^(\+?)(\w+)(!?)(\*?):([a-z]?)(\d*)$/.exec(text)
  if (match === null) throw new Error(`no rule: ${text}`)
  const [, later, name = '', required, repeats, type = '', most] = match
  return {
    name,
    isRequired: required === '!',
    repeats: repeats === '*',
    isLater: later === '+',
    type,
    most: Number(most || Number.MAX_SAFE_INTEGER),
  }
}

const TYPES: Readonly<Record<string, RegExp>> = {
  i: /^[+-]?\d+$/,
  b: /^(0|1|true|false)$/,
  d: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/,
  p: /^-?P(?=.)(\d+Y)?(\d+M)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/,
  f: /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/,
  t: /^\d\d:\d\d:\d\d$/,
}

/** What the published schema finds wrong with a file; `edition` 2007 knows none of the later elements. */
export function mspdiFaults(xml: string, edition: 2007 | 2010): string[] {
  const parser = new XMLParser({
    preserveOrder: true,
    parseTagValue: false,
    trimValues: false,
    ignoreDeclaration: true,
  })
  const top = (parser.parse(xml) as Node[]).filter((node) => !('#text' in node))
  const faults: string[] = []
  for (const node of top) checkChildren('Project', node.Project as Node[], { path: 'Project', edition, faults })
  return faults
}

type Place = { path: string; edition: 2007 | 2010; faults: string[] }

function checkChildren(key: string, nodes: readonly Node[], place: Place): void {
  const rules = RULES.get(key)
  if (rules === undefined) {
    place.faults.push(`${place.path}: not known`)
    return
  }
  let at = 0
  const seen = new Map<string, number>()
  for (const node of nodes) {
    const name = Object.keys(node).find((each) => each !== ':@') ?? ''
    if (name === '#text') {
      if (String(node['#text']).trim() !== '') place.faults.push(`${place.path}: text between elements`)
      continue
    }
    const index = rules.findIndex((rule) => rule.name === name && (place.edition === 2010 || !rule.isLater))
    const rule = rules[index]
    if (rule === undefined) place.faults.push(`${place.path}/${name}: no such element`)
    else if (index < at) place.faults.push(`${place.path}/${name}: after ${rules[at]?.name}`)
    else {
      at = index
      seen.set(name, (seen.get(name) ?? 0) + 1)
      if (!rule.repeats && (seen.get(name) ?? 0) > 1) place.faults.push(`${place.path}/${name}: twice`)
      checkNode(key, rule, node[name] as Node[], { ...place, path: `${place.path}/${name}` })
    }
  }
  for (const rule of rules)
    if (rule.isRequired && !seen.has(rule.name)) place.faults.push(`${place.path}: no ${rule.name}`)
}

function checkNode(parent: string, rule: Rule, children: readonly Node[], place: Place): void {
  const key = RULES.has(`${parent}/${rule.name}`) ? `${parent}/${rule.name}` : rule.name
  if (rule.type === '') {
    checkChildren(key, children, place)
    return
  }
  const text = children.map((child) => String(child['#text'] ?? '')).join('')
  if (text.length > rule.most) place.faults.push(`${place.path}: ${text.length} characters`)
  const pattern = TYPES[rule.type]
  if (pattern !== undefined && !pattern.test(text)) place.faults.push(`${place.path}: ${JSON.stringify(text)}`)
}
