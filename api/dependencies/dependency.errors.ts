import { BareListRefusal, type FieldErrors, fieldError, Refusal } from '../platform/errors.ts'

export function selfReference(taskId: string, taskName: string): Refusal {
  return new Refusal(400, `${taskName} cannot depend on itself.`, {
    code: 'self_reference',
    extra: { offending: [taskId, taskId] },
  })
}

/** `offending` runs along the links and ends with its first id. */
export function cyclicDependency(offending: readonly string[], path: string): Refusal {
  return new Refusal(400, `The dependencies would form a cycle: ${path}.`, {
    code: 'cyclic_dependency',
    extra: { offending },
  })
}

export function missingTask(field: 'predecessor' | 'successor'): FieldErrors {
  return fieldError(field, 'Object does not exist.')
}

export function crossProgramLink(): FieldErrors {
  return fieldError('non_field_errors', 'The two tasks belong to projects that share no program.')
}

export function duplicateLink(): FieldErrors {
  return fieldError('non_field_errors', 'A dependency of this type between these two tasks exists already.')
}

export function spanTooLong(days: number, most: number): FieldErrors {
  return fieldError(
    'lag',
    `The durations and lags of the project would add up to ${days} working days; ${most} is the most.`,
  )
}

export function notPending(): BareListRefusal {
  return new BareListRefusal(['This dependency is not waiting for acceptance.'])
}
