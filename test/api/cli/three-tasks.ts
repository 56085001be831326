import { fileURLToPath } from 'node:url'

/** A plan file of a planner. */
/** The same harbour as people keep it in a sheet: links of tasks in working days. */
export const HARBOUR_SHEET = fileURLToPath(new URL('../../../fixtures/plans/harbour.csv', import.meta.url))
export const HARBOUR = fileURLToPath(new URL('../../../fixtures/plans/harbour.xml', import.meta.url))

/** From Monday 5 January 2026: dig 5..9, pour 14..16 after two days, done on Monday 19. */
export const PLAN = {
  format: 'svc-plan/1',
  name: 'Three',
  start_date: '2026-01-05',
  tasks: [
    { id: 'A', name: 'Dig', duration: 5 },
    { id: 'B', name: 'Pour', duration: 3 },
    { id: 'M', name: 'Done', duration: 0 },
  ],
  dependencies: [
    { predecessor: 'A', successor: 'B', dep_type: 'FS', lag: 2 },
    { predecessor: 'B', successor: 'M', dep_type: 'FS', lag: 0 },
  ],
}

export const CYCLE = {
  ...PLAN,
  dependencies: [...PLAN.dependencies, { predecessor: 'M', successor: 'A', dep_type: 'FS', lag: 0 }],
}
