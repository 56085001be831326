// Templates for rows that are told in other words. Seen failing before: a list of milestones became tasks of a day, digits of full
// width were no numbers, `min` beside `max` was taken for minutes, and starts that are counted were left out.
import t from 'tap'
import { type ReadOptions, readWithPreview } from '../../importers/read-plan.ts'
import { brief, lines, read } from './read-sheet.ts'

const rows = (text: string, options: ReadOptions = {}) => {
  const { plan, preview } = readWithPreview(Buffer.from(text), 'plan.csv', options)
  return {
    tasks: plan.tasks.map((task) => [task.name, task.planned_start, task.duration]),
    plan,
    says: (words: RegExp) => preview?.warnings.some((warning) => words.test(warning)) === true,
  }
}

t.test('a list of milestones holds milestones', async (t) => {
  const { plan, says } = rows(lines('Owner,Milestone,Due Date', 'Ann,Kick-off,2026-03-02', 'Bob,Freeze,2026-04-01'))
  t.same(
    plan.tasks.map((task) => [task.name, task.is_milestone, task.duration, task.planned_start]),
    [
      ['Kick-off', true, 0, '2026-03-02'],
      ['Freeze', true, 0, '2026-04-01'],
    ],
  )
  t.ok(says(/^Rows without a length are milestones, as "Milestone" says\.$/))
  const years = rows(lines('Year,Quarter,Milestone,Owner', '2026,Q3,Beta,Ann', '2027,Q1,GA,Bob'))
  t.same(
    years.plan.tasks.map((task) => [task.name, task.source?.finish?.slice(0, 10)]),
    [
      ['Beta', '2026-09-30'],
      ['GA', '2027-03-31'],
    ],
  )
})

t.test('digits and signs of full width are those of half', async (t) => {
  const { plan } = read(
    lines('ID,タスク,開始日,期間,進捗,先行', '1,設計,２０２６/３/２,５日,５０％,', '2,実装,2026/3/9,３,0％,１FS＋２'),
  )
  t.match(plan.tasks[0], { planned_start: '2026-03-02', duration: 5, percent_complete: 50 })
  t.match(plan.dependencies, [{ predecessor: '1', dep_type: 'FS', lag: 2 }])
})

t.test('of the least and the most of an estimate the most is taken', async (t) => {
  const { plan, warnings } = brief('Feature;Aufwand min;Aufwand max;Verantwortung\nLogin;2;4;Ann\nSuche;5;8;Bob\n')
  t.same(
    plan.tasks.map(({ duration }) => duration),
    [4, 8],
  )
  t.ok(warnings.some((warning) => /not imported: "Aufwand min"/.test(warning)))
})

t.test('weeks by the letter of the language, where the start of the project says the year', async (t) => {
  const { tasks } = rows(lines('Tâche;Début;Fin;% réal.', 'Fondations;S10;S13;50'), { startDate: '2026-02-02' })
  t.same(tasks, [['Fondations', '2026-03-02', 20]])
})

t.test('starts that are counted are so from the start of the project, and said', async (t) => {
  const start = { startDate: '2026-03-02' }
  const days = rows(lines('Task,Start Day,Duration,Who', 'Permit,0,10,Ann', 'Dig,10,5,Bob'), start)
  t.same(days.tasks, [
    ['Permit', '2026-03-02', 10],
    ['Dig', '2026-03-16', 5],
  ])
  t.ok(days.says(/^Column "Start Day" counts days from the start of the project\.$/))
  t.same(rows(lines('Activity,Start Week,Duration (weeks)', 'Design,1,4', 'Build,5,6'), start).tasks, [
    ['Design', '2026-03-02', 20],
    ['Build', '2026-03-30', 30],
  ])
  const months = rows(lines('Task;Start Month;End Month', 'Lead;M1;M3', 'Design;M4;M6'), { startDate: '2026-01-01' })
  t.same(months.tasks, [
    ['Lead', '2026-01-01', 64],
    ['Design', '2026-04-01', 65],
  ])
  const unknown = rows(lines('Task,Start Day,Duration', 'Permit,0,10', 'Dig,10,5'))
  t.same(
    unknown.tasks.map(([, planned]) => planned),
    ['2000-01-03', '2000-01-17'],
  )
  t.ok(unknown.says(/counts days from 2000-01-03, because the file names no start/))
})

t.test('a second table below the plan is none of its tasks, and said', async (t) => {
  const { tasks, says } = rows(
    lines(
      'Task,Start,End',
      'Dig,2026-03-02,2026-03-06',
      '',
      'Clean,2026-03-09,',
      '',
      'Holiday,Date',
      'Easter,2026-04-05',
    ),
  )
  t.same(
    tasks.map(([name]) => name),
    ['Dig', 'Clean'],
  )
  t.ok(says(/^Lines of another table below are not imported: 6, 7\.$/))
})

t.test('weeks of the calendar in Dutch headers, percents with their sign in front', async (t) => {
  const { tasks } = rows(lines('Planning 2026;;', 'Taak;Week van;Week tot', 'Ontwerp;10;12', 'Bouw;13;20'))
  t.same(tasks, [
    ['Ontwerp', '2026-03-02', 15],
    ['Bouw', '2026-03-23', 40],
  ])
  const { plan } = read(lines('Görev Adı;Tamamlanma %', 'Kazı;%50', 'Beton;%0'))
  t.equal(plan.tasks[0]?.percent_complete, 50)
})

t.test('names of resources and links as planners of more languages write them', async (t) => {
  const { links, plan } = brief(
    'Č.;Název úkolu;Doba trvání;Předchůdci;Názvy zdrojů\n1;Výkop;5 dny;;Jan\n2;Beton;5 dny;1DZ+1 den;Petr\n3;Kontrola;2 dny;2ZZ;\n4;Konec;1 den;3DD;\n',
  )
  t.same(links, ['1 FS1 2', '2 SS 3', '3 FF 4'])
  t.same(
    plan.resources.map((resource) => resource.name),
    ['Jan', 'Petr'],
  )
})
