import t from 'tap'
import type { ImportLimits } from '../../../importers/plan/import-limits.ts'
import { ImportRefusal } from '../../../importers/plan/import-refusal.ts'
import { readPlan } from '../../../importers/read-plan.ts'
import { compObj, text } from './make-bytes.ts'
import { makeCompoundFile } from './make-compound-file.ts'
import { makePlanFile, planStreams } from './make-plan-file.ts'

function refusal(bytes: Uint8Array, limits: Partial<ImportLimits> = {}): string {
  try {
    readPlan(bytes, 'plan.mpp', { limits })
    return 'read'
  } catch (error) {
    if (error instanceof ImportRefusal) return `${error.code}: ${error.detail}`
    throw error
  }
}

t.test('a password against writing masks the settings and the rows', async (t) => {
  const PASSWORD_FLAGS = 893386752
  const MASK_CODE = 893386759
  const rootProps = { [PASSWORD_FLAGS]: Buffer.from([2]), [MASK_CODE]: Buffer.from([0x10]) }
  const resources = [{ uid: 1, name: 'Ann', units: 0.5 }]
  const streams = planStreams({ rootProps, tasks: [{ uid: 1 }], resources })
  for (const name of ['   114/Props', '   114/TBkndRsc/FixedData', '   114/TBkndCal/FixedData']) {
    streams[name] = Buffer.from((streams[name] ?? Buffer.alloc(0)).map((byte) => byte ^ 0xef))
  }
  const plan = readPlan(makeCompoundFile(streams).bytes, 'plan.mpp')
  t.match(plan, { tasks: [{ id: '1' }], resources: [{ name: 'Ann', max_units: 0.5 }], calendars: { 1: {} } })
})

t.test('refusals, each with its code', async (t) => {
  const PASSWORD_FLAGS = 893386752
  const PASSWORD = 893386756
  t.match(refusal(Buffer.alloc(0)), /^empty_file/)
  t.match(
    refusal(makePlanFile({ rootProps: { [PASSWORD_FLAGS]: Buffer.from([1]), [PASSWORD]: text('<e/>') } })),
    /^password_protected/,
  )
  t.equal(
    refusal(makePlanFile({ rootProps: { [PASSWORD_FLAGS]: Buffer.from([1]) } })),
    'read',
    'a flag without a description',
  )
  t.equal(
    refusal(makePlanFile({ rootProps: { [PASSWORD_FLAGS]: Buffer.from([2]), [PASSWORD]: text('x') } })),
    'read',
    'against writing',
  )
  t.match(refusal(makePlanFile({ formatName: 'MSProject.MPP4' })), /^unsupported_format: .*MSProject.MPP4.*Project 98/)
  t.match(
    refusal(makePlanFile({ formatName: 'MSWordDoc', application: 'Microsoft Word' })),
    /^unsupported_format: .*MSWordDoc/,
  )
  t.match(refusal(makeCompoundFile({ WordDocument: Buffer.alloc(10) }).bytes), /^unsupported_format: .*another kind/)
  t.match(refusal(makePlanFile({ leaveOut: ['\u0001CompObj'] })), /^unreadable_file/)
  t.match(refusal(makePlanFile({ leaveOut: ['   114/Props'] })), /^unreadable_file: .*settings/)
  t.match(refusal(makePlanFile({ props: { 131092: Buffer.alloc(0) } })), /^unreadable_file: .*columns of its tasks/)
  t.match(
    refusal(makeCompoundFile({ '\u0001CompObj': compObj('Microsoft.Project 15.0', 'MSProject.MPP14') }).bytes),
    /^unreadable_file/,
  )
  t.match(
    refusal(makeCompoundFile({ '\u0001CompObj': compObj('Microsoft Project 8.0', 'MSProject.MPP8') }).bytes),
    /^unreadable_file/,
  )
  t.match(refusal(makePlanFile({ leaveOut: ['   114/TBkndTask/FixedMeta'] })), /^unreadable_file: .*tasks are missing/)
  t.equal(refusal(makePlanFile({ leaveOut: ['   114/TBkndRsc/FixedMeta', '   114/TBkndAssn/VarMeta'] })), 'read')
  const rows = [{ uid: 1 }, { uid: 2 }]
  t.match(refusal(makePlanFile({ tasks: [{ uid: 0, level: 0 }, ...rows] }), { maxTasks: 1 }), /^too_many_tasks/)
  t.equal(
    refusal(makePlanFile({ tasks: [{ uid: 0, level: 0 }, ...rows] }), { maxTasks: 2 }),
    'read',
    'the project is no task',
  )
  const links = [
    { from: 1, to: 2 },
    { from: 1, to: 2, type: 3 },
  ]
  t.match(refusal(makePlanFile({ tasks: rows, links }), { maxLinks: 1 }), /^too_many_links/)
  const resources = rows.map(({ uid }) => ({ uid, name: 'A' }))
  t.match(refusal(makePlanFile({ resources }), { maxResources: 1 }), /^too_many_resources/)
  const assignments = rows.map(({ uid }) => ({ task: uid, resource: 1 }))
  t.match(refusal(makePlanFile({ tasks: rows, assignments }), { maxAssignments: 1 }), /^too_many_assignments/)
  const calendars = rows.map(({ uid }) => ({ uid, name: 'C' }))
  t.match(refusal(makePlanFile({ calendars }), { maxCalendars: 1 }), /^too_many_calendars/)
  const data = Buffer.alloc(424 + 92 * 3)
  data.writeUInt16LE(3, 420)
  t.match(
    refusal(makePlanFile({ calendars: [{ uid: 1, name: 'C', data }] }), { maxExceptions: 2 }),
    /^too_many_exceptions/,
  )
})
