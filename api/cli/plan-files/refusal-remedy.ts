// What to do about a refused file, by its code. Kinds whose own words say it already are not listed.

const REMEDIES: Readonly<Record<string, string>> = {
  empty_file: 'It was saved or copied without its content: export it again.',
  unsupported_format:
    'Export the plan again in a known format (`svc help schedule` lists them), or mend the ending of its name.',
  unreadable_file:
    'It may be cut off or damaged: open it in the program it came from and save it anew, or as Project XML.',
  password_protected: 'Save it without a password in the program it came from.',
  unsupported_encoding: 'Save it as UTF-8.',
  too_large: 'Split it, or raise the limit where you run the service (`svc settings`).',
  too_many_tasks: 'Split the plan into projects.',
  no_header: 'Give the sheet a row that names its columns, or say which one with --header-row.',
  no_name_column: 'Name one column Name or Task.',
  no_tasks: 'Export the plan again, with its tasks.',
  cyclic_dependency: 'Remove one of the links between the tasks that are named.',
  self_reference: 'Remove the link of the task to itself.',
  calendar_has_no_working_day: 'Give the calendar a working day.',
  simulation_run_cap_exceeded: 'Ask for fewer --runs.',
  timeout: 'Try again on a less busy machine, or split the plan.',
}

/** A sentence, or nothing where the refusal says it all. */
export function remedyOf(code: string): string {
  return REMEDIES[code] ?? ''
}
