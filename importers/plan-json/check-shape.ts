import { ImportRefusal } from '../plan/import-refusal.ts'
import type { Field, PlainKind } from './field-kinds.ts'

type Json = Readonly<Record<string, unknown>>

const WORDS: Readonly<Record<PlainKind, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  'string or number': 'a string or a number',
  scalar: 'a string, a number, true or false',
  weekday: 'a weekday from 1 to 7',
}

const IS: Readonly<Record<PlainKind, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  'string or number': (value) => typeof value === 'string' || Number.isFinite(value),
  scalar: (value) => typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value),
  weekday: (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 7,
}

/** Refuses the document, naming the place, where a value is not what its field holds. */
export function checkShape(field: Field, value: unknown, path: string): void {
  switch (field.kind) {
    case 'list':
      if (!Array.isArray(value)) throw wrong(path, 'a list')
      for (const [index, item] of value.entries()) checkShape(field.of, item, `${path}[${index}]`)
      return
    case 'map':
      for (const [key, item] of Object.entries(objectAt(path, value))) checkShape(field.of, item, under(path, key))
      return
    case 'object':
      checkFields(field.fields, objectAt(path, value), path)
      return
    case 'choice':
      if (!field.of.includes(value as string)) throw wrong(path, `one of ${field.of.join(', ')}`)
      return
    default:
      if (!IS[field.kind](value)) throw wrong(path, WORDS[field.kind])
  }
}

function checkFields(fields: Readonly<Record<string, Field>>, holder: Json, path: string): void {
  for (const [name, field] of Object.entries(fields)) {
    const value = Object.hasOwn(holder, name) ? holder[name] : undefined
    if (value != null || field.isNeeded) checkShape(field, value, under(path, name))
  }
}

export function objectAt(path: string, value: unknown): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(path, 'an object')
  return value as Json
}

function under(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

function wrong(path: string, wanted: string): ImportRefusal {
  return new ImportRefusal('invalid_plan', `${path === '' ? 'the document' : path.slice(0, 200)} must be ${wanted}`)
}
