/** One change to columns. Tasks and links are named by their index in the columns the list of edits is for. */
export type PlanEdit =
  | { kind: 'duration'; task: number; days: number }
  /** Moves the duration and all three estimates by the same days, none below 0: the what-if of one task. */
  | { kind: 'shift_duration'; task: number; days: number }
  | { kind: 'estimates'; task: number; optimistic: number; mostLikely: number; pessimistic: number }
  /** Days as numbers; NO_DAY clears. */
  | { kind: 'planned_start'; task: number; day: number }
  | { kind: 'actual_start'; task: number; day: number }
  | { kind: 'actual_finish'; task: number; day: number }
  /** The kind by its number in `CONSTRAINT`; NO_DAY for ASAP, which lifts it, and for ALAP. The deadline stays. */
  | { kind: 'constraint'; task: number; type: number; day: number }
  | { kind: 'deadline'; task: number; day: number }
  | { kind: 'percent'; task: number; percent: number }
  | { kind: 'calendar'; task: number; calendar: number }
  | { kind: 'project_start'; day: number }
  | { kind: 'status_date'; day: number }
  | { kind: 'add_link'; predecessor: number; successor: number; type: number; lagDays: number; lagUnit: number }
  | { kind: 'change_link'; link: number; type?: number; lagDays?: number; lagUnit?: number }
  | { kind: 'remove_link'; link: number }
