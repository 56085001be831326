import type { RawTask } from './raw-project.ts'

/** A task that a file says nothing of but its number. */
export function blankTask(uid: number): RawTask {
  return {
    uid,
    row: null,
    name: null,
    outlineLevel: 1,
    wbs: null,
    start: null,
    finish: null,
    actualStart: null,
    actualFinish: null,
    earlyStart: null,
    earlyFinish: null,
    lateStart: null,
    lateFinish: null,
    duration: null,
    percentComplete: 0,
    constraintCode: 0,
    constraintDate: null,
    deadline: null,
    isMilestone: false,
    isSummary: false,
    isActive: true,
    isManual: false,
    isExternal: false,
    isSubproject: false,
    baseline: null,
    hasFurtherBaselines: false,
    hasCost: false,
    priority: 500,
    calendarUid: null,
    notes: null,
    estimates: [null, null, null],
  }
}
