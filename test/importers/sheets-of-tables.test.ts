// Tables as people keep them in English offices: what stands for the cell above, lengths in words, and tables below the plan.

import t from 'tap'
import { fileDates, lines, namedTree, read } from './read-sheet.ts'

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
