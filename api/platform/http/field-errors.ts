import type { z } from 'zod'
import { FieldErrors, type FieldMessages } from '../errors.ts'

type Node = { messages: string[]; fields: Map<string, Node>; isArray: boolean; length: number; isWrongType: boolean }

/**
 * Turns a schema failure into the nested map of part 7.1: a list of scalars reports an object keyed by failing index, a
 * list of objects an array with one entry per item sent, object-level messages stand under `non_field_errors`.
 */
export function fieldErrorsOf(error: z.ZodError, input: unknown): FieldErrors {
  const root = emptyNode()
  for (const issue of flatten(error.issues)) {
    place(root, issue.path, messageOf(issue, input), input).isWrongType ||= isAboutType(issue)
  }
  return asErrors(render(root, input))
}

/** One message at a place of the input, in the same shape. */
export function fieldErrorAt(path: readonly PropertyKey[], message: string, input: unknown): FieldErrors {
  const root = emptyNode()
  place(root, path, message, input)
  return asErrors(render(root, input))
}

function asErrors(rendered: FieldMessages): FieldErrors {
  return new FieldErrors(
    Array.isArray(rendered) ? { non_field_errors: rendered as string[] } : (rendered as Record<string, FieldMessages>),
  )
}

type Issue = z.core.$ZodIssue

/** A union reports the branch that came closest, so that the caller reads about fields and not about unions. */
function flatten(issues: readonly Issue[], prefix: readonly PropertyKey[] = []): Issue[] {
  return issues.flatMap((issue) => {
    const path = [...prefix, ...issue.path]
    if (issue.code === 'invalid_union' && issue.errors.length > 0) {
      const best = [...issue.errors].sort((a, b) => deepest(b) - deepest(a))[0]
      if (best && deepest(best) > 0) return flatten(best as Issue[], path)
    }
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ ...issue, path: [...path, key] }) as Issue)
    return [{ ...issue, path } as Issue]
  })
}

function deepest(issues: readonly { path: readonly PropertyKey[] }[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length))
}

function emptyNode(): Node {
  return { messages: [], fields: new Map(), isArray: false, length: 0, isWrongType: false }
}

function place(root: Node, path: readonly PropertyKey[], message: string, input: unknown): Node {
  let node = root
  let value = input
  for (const step of path) {
    const key = String(step)
    if (Array.isArray(value)) {
      node.isArray = true
      node.length = value.length
    }
    const next = node.fields.get(key) ?? emptyNode()
    node.fields.set(key, next)
    node = next
    value = value !== null && typeof value === 'object' ? (value as Record<PropertyKey, unknown>)[step] : undefined
  }
  if (!node.messages.includes(message)) node.messages.push(message)
  return node
}

function render(node: Node, input: unknown): FieldMessages {
  if (node.fields.size === 0) {
    return Array.isArray(input) && !node.isWrongType ? { non_field_errors: node.messages } : node.messages
  }
  if (node.isArray && Array.isArray(input) && input.some((item) => item !== null && typeof item === 'object')) {
    return input.map((item, index) => {
      const child = node.fields.get(String(index))
      return child ? asObject(render(child, item)) : {}
    })
  }
  const out: Record<string, FieldMessages> = Object.create(null)
  if (node.messages.length > 0) out.non_field_errors = node.messages
  for (const [key, child] of node.fields) {
    const value = input !== null && typeof input === 'object' ? (input as Record<string, unknown>)[key] : undefined
    out[key] = render(child, value)
  }
  return out
}

/** An entry of a list of objects is always an object. */
function asObject(messages: FieldMessages): FieldMessages {
  return Array.isArray(messages) ? { non_field_errors: messages as string[] } : messages
}

function messageOf(issue: Issue, input: unknown): string {
  if (issue.code === 'invalid_type' && valueAt(input, issue.path) === undefined) return 'This field is required.'
  if (issue.code === 'invalid_type' && valueAt(input, issue.path) === null) return 'This field may not be null.'
  if (issue.code === 'unrecognized_keys') return 'Unknown field.'
  return issue.message.endsWith('.') ? issue.message : `${issue.message}.`
}

/** A list where none belongs breaks no rule of a list: the field itself is wrong. */
function isAboutType(issue: Issue): boolean {
  return issue.code === 'invalid_type' || issue.code === 'invalid_value' || issue.code === 'invalid_union'
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input
  for (const step of path) {
    if (value === null || typeof value !== 'object') return undefined
    value = (value as Record<PropertyKey, unknown>)[step]
  }
  return value
}
