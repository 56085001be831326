// Tables as people keep them in English offices: what stands for the cell above, lengths in words, and tables below the plan.

import t from 'tap'
import { parseDate, parseFinish } from '../../importers/spreadsheet/cells/parse-date.ts'
import { fileDates, lines, namedLinks, namedTree, read } from './read-sheet.ts'

t.test('ditto marks stand for what is above them', async (t) => {
  const { plan, says } = read(
    lines(
      'Action,Owner,Start,End',
      'Survey,Priya,1 June 2026,12 June 2026',
      'Collate,"""",15 June 2026,19 June 2026',
      'Report,-do-,22 June 2026,3 July 2026',
      'Present,Tom,6 July 2026,6 July 2026',
      'Publish,ditto,″,〃',
    ),
  )
  t.same(
    plan.assignments.map(({ resource }) => plan.resources.find(({ id }) => id === resource)?.name),
    ['Priya', 'Priya', 'Priya', 'Tom', 'Tom'],
  )
  t.same(fileDates(plan).at(-1), ['Publish', '2026-07-06', '2026-07-06'])
  t.ok(says(/ditto/i))
})

t.test('a ditto mark with nothing above it, and inches in a name, are what they are', async (t) => {
  const { plan, says } = read(lines('Task,Owner,Days', 'Pipe 6",ditto,2', 'Drain,Ann,3'))
  t.same(
    plan.tasks.map(({ name }) => name),
    ['Pipe 6"', 'Drain'],
  )
  t.notOk(says(/ditto/i))
})

t.test('lengths in words, below a header that says that they are estimates', async (t) => {
  const { plan } = read(
    lines(
      'No.,Task,Est. time,Who',
      '1,Strip old roof,2-3 days,Dave',
      '2,Repair rafters,1 week & 2 days,Dave',
      '3,Felt,1.5-2 weeks,Pete',
      '4,Slating,two weeks,Pete',
      '5,Flashing,half a day,Pete',
      '6,Clear site,up to 3 days,Dave',
      '7,Chimney,2 days - 4 days,Dave',
    ),
  )
  t.same(
    plan.tasks.map(({ duration }) => duration),
    [3, 7, 10, 10, 1, 3, 4],
  )
})

t.test('a table of people below the plan, with a title of its own, is no part of it', async (t) => {
  const { plan, says } = read(
    lines(
      'Task No,Task,Start,Days,Finish,Pred,Resource',
      '1,Requirements,2026-05-04,5,2026-05-08,,BA',
      '2,Design,2026-05-11,10,2026-05-22,1,AR',
      '3,Build,2026-05-25,15,2026-06-12,2,DV',
      ',,,,,,',
      'RESOURCES,,,,,,',
      'Code,Name,Rate/day,Role,,,',
      'BA,Holly Ames,450,Business analyst,,,',
      'AR,Ivan Petrov,600,Architect,,,',
    ),
  )
  t.same(
    plan.tasks.map(({ name }) => name),
    ['Requirements', 'Design', 'Build'],
  )
  t.ok(says(/another table below/))
})

t.test('stretches of weeks that go on from row to row say when', async (t) => {
  const { plan, says } = read(
    lines(
      'Activity,Weeks,Who',
      'Literature review,1-4,Student',
      'Questionnaire,3-6,Student',
      'Ethics approval,5-8,Supervisor',
      'Data collection,9-16,Assistant',
      'Analysis,17-20,Assistant',
    ),
  )
  t.same(
    plan.tasks.map(({ duration }) => duration),
    [20, 20, 20, 40, 20],
  )
  t.same(plan.tasks[2]?.planned_start, '2000-01-31')
  t.ok(says(/counts weeks/))
})

t.test('stretches of weeks beside months with their years are no lengths, and the months say when', async (t) => {
  const { plan, says } = read(
    lines('Phase,Weeks,Month,Deliverables', 'P0,1-4,07/2026,Spike', 'P1,5-8,08/2026,Baseline', 'P2,9-12,09/2026,Core'),
  )
  t.same(fileDates(plan)[1]?.slice(1), ['2026-08-01', '2026-08-31'])
  t.equal(plan.tasks[1]?.duration, 21)
  t.ok(says(/Weeks/))
})

t.test('stretches of weeks that fall back are lengths', async (t) => {
  const { plan } = read(
    lines('Activity,Weeks,Who', 'Tender,1-2,Ann', 'Build,4-6,Bo', 'Snagging,1-2,Bo', 'Handover,1,Ann'),
  )
  t.same(
    plan.tasks.map(({ duration }) => duration),
    [10, 30, 10, 5],
  )
})

t.test('descriptions step to the right below their sections', async (t) => {
  const { plan, fields } = read(
    lines(
      'Item,Description,,Dur. (wks),Start,Finish,Value,Remarks',
      'A,PRELIMINARIES,,,,,,',
      'A1,,Site set-up,1,02.02.26,06.02.26,"4,500",',
      'A2,,Hoarding,1,02.02.26,06.02.26,"2,100",',
      'B,SUBSTRUCTURE,,,,,,',
      'B1,,Excavate foundations,2,09.02.26,20.02.26,"12,000",if dry',
      'B2,,Concrete,1,23.02.26,27.02.26,"18,750",',
    ),
  )
  t.same(namedTree(plan), [
    ['PRELIMINARIES', null],
    ['Site set-up', 'PRELIMINARIES'],
    ['Hoarding', 'PRELIMINARIES'],
    ['SUBSTRUCTURE', null],
    ['Excavate foundations', 'SUBSTRUCTURE'],
    ['Concrete', 'SUBSTRUCTURE'],
  ])
  t.same(fields?.[7], 'notes', 'what repeats no other column any more')
})

t.test('rows that lie on a weekend with a length of their days off show that these are worked', async (t) => {
  const { plan, says } = read(
    lines(
      'WBS,Task,Start,Finish,Duration(d)',
      '1,Setup,2025-11-25,2025-11-26,2',
      '2,Build,2025-11-27,2025-12-03,7',
      '3,Analysis,2025-12-04,2025-12-05,2',
      '4,Docs,2025-12-06,2025-12-07,2',
      '5,Polish,2025-12-08,2025-12-09,2',
    ),
  )
  t.same(plan.calendar.working_days, [1, 2, 3, 4, 5, 6, 7])
  t.ok(says(/working days of the plan/))
})

t.test('dates on days off that are too few to be worked days are said', async (t) => {
  const sheet = (day: string) =>
    read(
      lines(
        'Task,Start,Finish',
        'A,2026-03-02,2026-03-06',
        'B,2026-03-09,2026-03-13',
        `C,${day},2026-03-24`,
        'D,2026-03-16,2026-03-20',
        'E,2026-03-24,2026-03-25',
        'F,2026-03-26,2026-03-27',
      ),
    )
  const { plan, says } = sheet('2026-03-22')
  t.same(plan.calendar.working_days, [1, 2, 3, 4, 5])
  t.ok(says(/1 dates? .*days off/))
  t.notOk(sheet('2026-03-23').says(/days off/))
})

t.test('what links name is what tasks are called', async (t) => {
  const { plan } = read(
    lines(
      'phase,milestone,start_week,duration_weeks,owner,dependencies,deliverables',
      'Phase 0,Project Initiation,1,2,PM,[],"Charter, team"',
      'Phase 0,Partnerships,3,4,BD,[\'Project Initiation\'],"MoUs, agreements"',
      'Phase 1,Pilot Deployment,10,4,Ops,"[\'Partnerships\', \'Project Initiation\']","Deployment, training"',
    ),
  )
  t.same(namedTree(plan), [
    ['Phase 0', null],
    ['Project Initiation', 'Phase 0'],
    ['Partnerships', 'Phase 0'],
    ['Phase 1', null],
    ['Pilot Deployment', 'Phase 1'],
  ])
  t.same(namedLinks(plan), [
    'Project Initiation > Partnerships',
    'Partnerships > Pilot Deployment',
    'Project Initiation > Pilot Deployment',
  ])
})

t.test('words around a day, and a time of day behind it, leave the day', async (t) => {
  const cells = [
    '16/03/2026 at 11:59',
    '2026-03-16 AM',
    '16/03/2026`',
    '~16/03/2026',
    '16/03/2026?',
    'W/C 16/03/2026',
    'week commencing 16 March 2026',
    'no later than 16/03/2026',
    '16/03/2026 TBC',
    '16 Mar 2026 9am',
    'March 16th, 2026 @ 3pm',
    '(16/03/2026)',
    '*16/03/2026',
  ]
  for (const cell of cells) t.equal(parseDate(cell, 'dmy'), parseDate('2026-03-16', 'iso'), cell)
  t.equal(parseFinish('w/c 16/03/2026', 'dmy'), parseDate('2026-03-22', 'iso'), 'the end of a week')
  for (const cell of ['16 Mar 2026 or 17', 'call 3 people', '16/03/2026 rev 2'])
    t.equal(parseDate(cell, 'dmy'), null, cell)
})

t.test('the tenth part of a phase is no part of its first', async (t) => {
  const code = (number: number) => `7.${number},Work ${number},2`
  const { plan } = read(
    lines(
      'WBS,Task,Days',
      '7,Finishing,',
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(code),
      '7.1.0,Painting,2',
      '7.11,Floors,2',
    ),
  )
  t.same(namedTree(plan).at(-2), ['Painting', 'Finishing'])
})

t.test('moments that programs write of what began and ended are what happened', async (t) => {
  const { plan } = read(
    lines(
      'Id,Title,Status,DependsOn,StartedAt,DeliveredAt',
      'a1,Ingest,released,,2026-07-10T23:13:02Z,2026-07-13T10:00:00Z',
      'a2,Report,in_progress,a1,2026-07-14T08:00:00Z,',
      'a3,Launch,planned,a2,,',
    ),
  )
  t.same(
    plan.tasks.map(({ actual_start, actual_finish }) => [actual_start, actual_finish]),
    [
      ['2026-07-10', '2026-07-13'],
      ['2026-07-14', null],
      [null, null],
    ],
  )
})

t.test('codes that links name are ids, whatever their column is called', async (t) => {
  const { plan } = read(
    lines(
      'Milestone ID,Team,Target Date,Prerequisites,Description',
      'DM-27,NCSA,2027-08-03,,Header code',
      'LS-60,,2027-08-03,DM-27,Integration',
      'DM-28,NCSA,2027-08-10,,Image ingest',
      'LS-90,,2027-08-10,"LS-60, DM-28",Verification',
    ),
  )
  t.same(namedLinks(plan), ['Header code > Integration', 'Integration > Verification', 'Image ingest > Verification'])
})
