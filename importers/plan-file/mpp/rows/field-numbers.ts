// Numbers of the columns that are read. They are the same in every version since 2000.

export const TASK = {
  cost: 5,
  fixedCost: 8,
  name: 14,
  notes: 15,
  wbs: 16,
  constraintType: 17,
  constraintDate: 18,
  levellingDelay: 20,
  row: 23,
  priority: 25,
  duration: 29,
  percentComplete: 32,
  start: 35,
  finish: 36,
  earlyStart: 37,
  earlyFinish: 38,
  lateStart: 39,
  lateFinish: 40,
  actualStart: 41,
  actualFinish: 42,
  baselineStart: 43,
  baselineFinish: 44,
  uid: 86,
  created: 93,
  durationUnits: 181,
  outlineLevel: 249,
  externalTaskRow: 255,
  calendarUid: 401,
  deadline: 437,
  /** Not zero where another project is inserted: its rows are numbered from here on. */
  subprojectUidOffset: 458,
  manualStart: 1283,
  manualFinish: 1284,
  manualDuration: 1288,
  manualDurationUnits: 1289,
} as const

/** Duration1, Duration2, Duration3 and, beside each, its unit. */
export const TASK_ESTIMATES = [
  { value: 103, units: 183 },
  { value: 104, units: 184 },
  { value: 105, units: 185 },
] as const

export const RESOURCE = { name: 1, maxUnits: 4, uid: 27, email: 35, availability: 276 } as const

export const ASSIGNMENT = { uid: 0, taskUid: 1, resourceUid: 2, units: 7, work: 8 } as const
