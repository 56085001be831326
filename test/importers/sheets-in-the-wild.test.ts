// Seen failing before: headers of two rows lost their dates, totals became tasks, trackers' seconds became days, days of
// 1904 came out four years early, indentation by style and progress of 1 were lost, and hidden sheets were read.
import ExcelJS from 'exceljs'
import t from 'tap'
import { readWithPreview } from '../../importers/read-plan.ts'

function read(content: string | Uint8Array, name = 'plan.csv') {
  const { plan, preview } = readWithPreview(Buffer.from(content), name)
  const says = (words: RegExp) => preview?.warnings.some((warning) => words.test(warning)) === true
  const fields = preview?.columns.map(({ field }) => field)
  return { plan, fields, says, tree: plan.tasks.map((task) => [task.name, task.parent]) }
}

const lines = (...all: string[]) => `${all.join('\n')}\n`
const starts = (text: string) =>
  read(lines('Task,Start', ...text.split('\n'))).plan.tasks.map((task) => task.planned_start)
const days = (...cells: string[]) =>
  read(lines('Task,Duration', ...cells.map((cell) => `A,${cell}`))).plan.tasks.map((task) => task.duration)

async function workbook(fill: (book: ExcelJS.Workbook) => void): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook()
  fill(book)
  return new Uint8Array(await book.xlsx.writeBuffer())
}

const day = (text: string) => new Date(`${text}T00:00:00Z`)

t.test('headers of two rows are one: groups above, groups below, units below', async (t) => {
  const above = read(
    lines(',,Actual,,Planned,', 'ID,Task,Start,Finish,Start,Finish', '1,A,2026-03-17,,2026-03-16,2026-03-20'),
  )
  t.same([above.plan.tasks[0]?.planned_start, above.plan.tasks[0]?.duration], ['2026-03-16', 5])
  t.ok(above.says(/Line 1 groups the columns/))
  const below = read(lines('ID,Task,Planned,,Actual,', ',,Start,Finish,Start,Finish', '1,A,2026-03-16,2026-03-20,,'))
  t.same([below.plan.tasks.length, below.plan.tasks[0]?.planned_start], [1, '2026-03-16'])
  t.ok(below.says(/Line 2 is taken for a second row of the header/))
  const units = read(lines('Task,Duration,Start', ',(weeks),(dd/mm/yyyy)', 'A,2,16/03/2026'))
  t.same([units.plan.tasks.length, units.plan.tasks[0]?.duration], [1, 10])
})

t.test('totals, repeated headers and notes below the table are no tasks, and said', async (t) => {
  const { plan, says } = read(
    lines(
      'Task,Duration,Start',
      'A,5,2026-03-02',
      'Task,Duration,Start',
      'B,3,',
      'Total,8,',
      '',
      'Subject to weather,,',
    ),
  )
  t.same(
    plan.tasks.map((task) => task.name),
    ['A', 'B'],
  )
  t.ok(says(/repeat the header are not imported: 3/))
  t.ok(says(/totals are not imported: 5/))
  t.ok(says(/below the table are not imported: 7/))
})

t.test('lines with a name only head the lines below them, also in the first column', async (t) => {
  const named = read(lines('Task,Owner,Days', 'DESIGN,,', 'Survey,Ann,5', 'BUILD,,', 'Dig,Bob,3'))
  t.same(named.tree, [
    ['DESIGN', null],
    ['Survey', 'row-2'],
    ['BUILD', null],
    ['Dig', 'row-4'],
  ])
  t.ok(named.says(/heads of the lines below/))
  t.same(read(lines('ID,Task,Days', 'Phase one,,', '1,Survey,5')).tree, [
    ['Phase one', null],
    ['Survey', 'row-2'],
  ])
  t.same(
    read(lines('Task,Days', 'A,5', 'B,', 'C,')).tree.flat(),
    ['A', null, 'B', null, 'C', null],
    'to-do lists stay flat',
  )
})

t.test('the outline from columns a level, codes in front of names, and reports with heads among the ids', async (t) => {
  t.same(read(lines('Level 1,Level 2,Days', 'House,,', ',Dig,3', ',Pour,2')).tree.slice(1), [
    ['Dig', 'row-2'],
    ['Pour', 'row-2'],
  ])
  t.same(read(lines('大項目,中項目,工数(人日)', '設計,調査,2', ',作図,3')).tree, [
    ['設計', null],
    ['調査', 'row-2'],
    ['作図', 'row-2'],
  ])
  const coded = read(lines('Task,Days', '1. Start,3', '1.1 Charter,2', '1.2 Kickoff,1'))
  t.same(coded.tree.at(-1), ['1.2 Kickoff', 'row-2'])
  t.ok(coded.says(/outline codes, such as 1\.2/))
  const report = read(
    lines(
      'Activity ID,Activity Name,Start',
      'EC City Center,,02-Mar-26',
      '  A10,Survey,02-Mar-26 A',
      '  A20,Dig,09-Mar-26*',
    ),
  )
  t.same(report.plan.tasks.map((task) => [task.id, task.parent, task.planned_start]).slice(1), [
    ['A10', 'row-2', '2026-03-02'],
    ['A20', 'row-2', '2026-03-09'],
  ])
})

t.test('dates as people and programs write them', async (t) => {
  const same = [
    'A,"Monday, March 16, 2026"',
    'A,mar 16/03/26',
    "A,'16/03/2026",
    'A,16.03.2026 г.',
    'A,2026-03-16 (월)',
    'A,115/03/16',
  ]
  t.same(new Set(starts(same.join('\n'))), new Set(['2026-03-16']))
  t.same(starts('A,20/12/2026\nB,28-Dec\nC,Jan 4'), ['2026-12-20', '2026-12-28', '2027-01-04'])
  t.ok(read(lines('Task,Start', 'A,2026-12-20', 'B,28-Dec')).says(/1 dates have no year/))
  t.same(starts('A,28-Dec'), [null], 'no year is made up')
  const { plan } = read(lines('Deliverable,Owner,Deadline', 'Report,Ann,16/03/2026'))
  t.equal(plan.tasks[0]?.deadline, '2026-03-16', 'a deadline shows the order too')
})

t.test('durations and estimates', async (t) => {
  t.same(days('10 working days', '5 дней', '2 wkn', '5 个工作日', '2 周工时', '3 calendar days'), [10, 5, 10, 5, 10, 2])
  t.same(days('3-5 days', '~5 days', '1 yr'), [5, 5, 240])
  const tracker = read(lines('Summary,Issue key,Original Estimate', 'Login,P-1,28800', 'Logout,P-2,57600'))
  t.same(
    tracker.plan.tasks.map((task) => task.duration),
    [1, 2],
    'seconds',
  )
  const pert = read(lines('Activity,Optimistic,Most Likely,Pessimistic', 'Dig,2,4,6', 'Pour,9,4,6')).plan
  t.same(
    pert.tasks.map((task) => [
      task.duration,
      task.optimistic_duration,
      task.most_likely_duration,
      task.pessimistic_duration,
    ]),
    [
      [4, 2, 4, 6],
      [1, null, null, null],
    ],
  )
  t.ok(pert.receipt.some(({ code }) => code === 'partial_estimates'))
  t.equal(read(lines('Task,Min,Days', 'A,30,5')).fields?.[1], null, 'one estimate is none')
})

t.test('predecessors with and, blanks in words, shares of the predecessor', async (t) => {
  const { plan } = read(
    lines('Task,Days,Predecessors', 'Dig,4,None', 'Pour,5,-', 'Cure,1,Dig and Pour', 'Load,1,2SS+50%'),
  )
  t.same(
    plan.dependencies.map((link) => `${link.predecessor}${link.dep_type}${link.lag}>${link.successor}`),
    ['row-2FS0>row-4', 'row-3FS0>row-4', 'row-3SS3>row-5'],
  )
  t.same(
    plan.receipt.map(({ code }) => code),
    ['file_note', 'file_note', 'lag_rounded'],
  )
})

t.test('progress in fractions and milestones in words or by kind', async (t) => {
  const percents = (...cells: string[]) =>
    read(lines('Task,Done', ...cells.map((cell) => `A,${cell}`))).plan.tasks.map((task) => task.percent_complete)
  t.same(percents('1', '0.5', '0'), [100, 50, 0])
  t.same(percents('1', '50'), [1, 50])
  t.same(percents('TRUE', 'Done', 'no'), [100, 100, 0])
  const flags = read(lines('Task,Meilenstein', 'A,Ja', 'B,Nein', 'C,✓')).plan.tasks.map((task) => task.is_milestone)
  t.same(flags, [true, false, true])
  const kinds = read(lines('ID,Type,Task,Days', '1,Task,Dig,3', '2,Finish Milestone,Dug,0')).plan.tasks.map(
    (task) => task.is_milestone,
  )
  t.same(kinds, [false, true])
})

t.test('workbooks: days of 1904, indentation by style, units in formats, sheets that hold no plan', async (t) => {
  const old = await workbook((book) => {
    book.properties.date1904 = true
    book.addWorksheet('Plan').addRows([
      ['Task', 'Start'],
      ['A', 44_635],
    ])
  })
  t.equal(read(old, 'a.xlsx').plan.tasks[0]?.planned_start, '2026-03-16')
  const styled = await workbook((book) => {
    const sheet = book.addWorksheet('Plan')
    sheet.addRow(['Task', 'Duration'])
    for (const [name, indent, value, format] of [
      ['Phase', 0, 40, '0 "hrs"'],
      ['Leaf', 1, 2, '0\\ "wks"'],
      ['Next', 1, 16 / 24, '[h]:mm'],
    ] as const) {
      const row = sheet.addRow([name, value])
      row.getCell(1).alignment = { indent }
      row.getCell(2).numFmt = format
    }
  })
  t.same(
    read(styled, 'a.xlsx').plan.tasks.map((task) => [task.name, task.parent, task.duration]),
    [
      ['Phase', null, 5],
      ['Leaf', 'row-2', 10],
      ['Next', 'row-2', 2],
    ],
  )
  const covered = await workbook((book) => {
    book.addWorksheet('Lists', { state: 'hidden' }).addRows([
      ['Name', 'Days'],
      ['Ann', 1],
    ])
    book.addWorksheet('Cover').addRow(['Harbour plan'])
    book.addWorksheet('Plan').addRows([
      ['Task', 'Start'],
      ['A', day('2026-03-16')],
    ])
  })
  const { plan, says } = read(covered, 'a.xlsx')
  t.same([plan.tasks[0]?.name, plan.tasks[0]?.planned_start], ['A', '2026-03-16'])
  t.ok(says(/^Sheet "Plan" is read, .*ignored: "Lists", "Cover"\.$/))
})

t.test('UTF-16 that does not say so is read', async (t) => {
  t.equal(read(Buffer.from('Task,Duration\nDig,5\n', 'utf16le')).plan.tasks[0]?.duration, 5)
})

t.test('a first row that names the tasks is the header, whatever the tasks below it are called', async (t) => {
  const names = (...all: string[]) => read(lines(...all)).plan.tasks.map((task) => task.name)
  t.same(names('Task,Type', 'A,Task', 'B,Finish Milestone'), ['A', 'B'], 'A, B and M are no estimates')
  t.same(names('Task,Priority,Risk', 'Summary,High,Low', 'Review,Low,High'), ['Summary', 'Review'])
  t.same(names('Task,Next', 'Start,Task', 'Dig,Finish'), ['Start', 'Dig'])
  t.same(names('Name,Value', 'Client,Kiel', '', 'Task,Days', 'Dig,3'), ['Dig'], 'a block of titles is none')
  t.same(names('Name,Kiel harbour', 'Task,Days,Start', 'Dig,3,2026-03-02'), ['Dig'])
})

t.test('what others wait for is neither a head nor a total', async (t) => {
  const network = read(lines('Task,Predecessor', 'Start,', 'Design,Start', 'Build,Design', 'End,Build'))
  t.same(
    network.tree.filter(([, parent]) => parent !== null),
    [],
  )
  t.equal(network.plan.dependencies.length, 3)
  const total = read(lines('Task,Days,Predecessors', 'Survey,2,', 'Total,5,Survey', 'Sum,3,', 'Pour,1,Sum'))
  t.same(total.plan.dependencies.length, 2)
  t.same(read(lines('Task,Days', 'Total,5', 'Dig,2')).plan.tasks.length, 2, 'nothing above it is counted up')
})

t.test('tasks below a gap are tasks; only what reads like a note is none', async (t) => {
  const names = (...below: string[]) => read(lines('Task,Days', 'A,5', '', ...below)).plan.tasks.map(({ name }) => name)
  t.same(names('Clean up,', 'Hand over,'), ['A', 'Clean up', 'Hand over'])
  t.same(names('Notes,', 'Call Ann,'), ['A'])
  t.same(names('Legend:,', 'R = red,'), ['A'])
  t.same(names('Prepared by the office of works.,'), ['A'])
})

t.test('comments that hold more than a remark are named', async (t) => {
  const { plan, says } = read(lines('Task,Owner', '#1 Foundation,Ann', 'Walls,Bob', '# a remark,'))
  t.equal(plan.tasks.length, 1)
  t.ok(says(/^Lines that begin with # are comments and not imported: 2\.$/))
  t.notOk(read(lines('Task', '# a remark', 'Walls')).says(/comments/))
})

t.test('phases in a column of their own are the outline, written in every row or in the first', async (t) => {
  const tree = [
    ['Design', null],
    ['Survey', 'row-2'],
    ['Draw', 'row-2'],
    ['Build', null],
    ['Dig', 'row-4'],
  ]
  const header = 'Phase,Task,Days'
  const parents = (text: string) => {
    const { plan } = read(text)
    const nameOf = new Map(plan.tasks.map(({ id, name }) => [id, name]))
    return plan.tasks.map((task) => [task.name, task.parent === null ? null : nameOf.get(task.parent)])
  }
  const expected = tree.map(([name], index) => [name, [null, 'Design', 'Design', null, 'Build'][index]])
  t.same(parents(lines(header, 'Design,Survey,3', 'Design,Draw,2', 'Build,Dig,4')), expected)
  t.same(parents(lines(header, 'Design,Survey,3', ',Draw,2', 'Build,Dig,4')), expected)
  t.ok(read(lines(header, 'Design,Survey,3', 'Design,Draw,2', 'Build,Dig,4')).says(/2 columns, one a level/))
  const mixed = read(lines(header, 'Design,Survey,3', 'Build,Dig,4', 'Design,Draw,2'))
  t.equal(mixed.plan.tasks.length, 3, 'a phase that comes again says nothing of the outline')
  t.ok(mixed.says(/Phase holds no outline codes/))
})

t.test('successors are links where nothing names predecessors, and repeat them where something does', async (t) => {
  const links = (...all: string[]) =>
    read(lines(...all)).plan.dependencies.map(
      (link) => `${link.predecessor}${link.dep_type}${link.lag}>${link.successor}`,
    )
  t.same(links('ID,Task,Days,Successors', '1,Dig,3,2', '2,Pour,2,3SS+1d;4', '3,Cure,7,', '4,Clean,1,'), [
    '1FS0>2',
    '2SS1>3',
    '2FS0>4',
  ])
  t.same(links('ID,Task,Predecessors,Successors', '1,Dig,,2', '2,Pour,1,'), ['1FS0>2'])
})

t.test('the kind and lag of a link in columns of their own', async (t) => {
  const { plan } = read(
    lines(
      'Task,Days,Predecessor,Dependency Type,Lag',
      'Dig,3,,,',
      'Pour,2,Dig,SS,1',
      'Cure,2,Pour,Finish-to-Finish (FF),2 days',
    ),
  )
  t.same(
    plan.dependencies.map((link) => `${link.dep_type}${link.lag}`),
    ['SS1', 'FF2'],
  )
})

t.test('ruled lines of tables in text, milliseconds of 1970, and From beside To', async (t) => {
  const ruled = read('| Task | Days | Owner |\n|------|:----:|-------|\n| Dig | 3 | Ann |\n')
  t.same(
    ruled.plan.tasks.map((task) => [task.name, task.duration]),
    [['Dig', 3]],
  )
  t.same(starts('A,1773619200000'), ['2026-03-16'])
  t.equal(read(lines('Task,From,To', 'Dig,2026-03-02,2026-03-06')).plan.tasks[0]?.duration, 5)
  t.same(
    read(lines('Task,Assignees', 'Dig,"[Ann, Ben]"')).plan.resources.map((resource) => resource.name),
    ['Ann', 'Ben'],
  )
})

t.test('workbooks: hidden rows and groups of rows are said, and an outline above its rows is one', async (t) => {
  const fill = (above: boolean) => (book: ExcelJS.Workbook) => {
    const sheet = book.addWorksheet('Plan', {
      properties: { outlineProperties: { summaryBelow: !above, summaryRight: false } },
    })
    sheet.addRows([
      ['Task', 'Duration'],
      ['House', 5],
      ['Dig', 3],
      ['Pour', 2],
      ['Garden', 1],
    ])
    sheet.getRow(3).outlineLevel = 1
    sheet.getRow(4).outlineLevel = 1
    sheet.getRow(4).hidden = true
  }
  const outlined = read(await workbook(fill(true)), 'a.xlsx')
  t.same(outlined.tree, [
    ['House', null],
    ['Dig', 'row-2'],
    ['Pour', 'row-2'],
    ['Garden', null],
  ])
  t.ok(outlined.says(/^Groups of rows are read as the outline\.$/))
  t.ok(outlined.says(/^Hidden rows are imported too: 4\.$/))
  const below = read(await workbook(fill(false)), 'a.xlsx')
  t.same(
    below.tree.filter(([, parent]) => parent !== null),
    [],
  )
  t.ok(below.says(/^Rows are grouped; the groups are not read as an outline\.$/))
})

const brief = (text: string) => {
  const { plan, preview } = readWithPreview(Buffer.from(text), 'plan.csv', {})
  const links = plan.dependencies.map(
    (link) => `${link.predecessor} ${link.dep_type}${link.lag || ''} ${link.successor}`,
  )
  return { plan, links, warnings: preview?.warnings ?? [], order: preview?.date_order_resolved, preview }
}

t.test('estimates in points or money are no days; the column that counts time is taken', async (t) => {
  const { plan, warnings } = brief('Task,Estimate (points),Estimate (hours)\nLogin,5,16\nSignup,3,8\n')
  t.same(
    plan.tasks.map(({ duration }) => duration),
    [2, 1],
  )
  t.ok(warnings.includes('Columns that are not imported: "Estimate (points)".'))
  for (const header of ['Estimate (points)', 'Story point estimate', 'Effort [pts]', 'Estimate ($)', 'Estimate (SP)']) {
    const alone = brief(`Task,${header}\nLogin,5\nSignup,3\n`)
    t.same(
      alone.plan.tasks.map(({ duration }) => duration),
      [1, 1],
      header,
    )
  }
  t.equal(brief('Aufgabe;Aufwand (PT)\nAnalyse;5\n').plan.tasks[0]?.duration, 5, 'Personentage are days')
})

t.test('a numbering with gaps before the names is what references mean, whatever its header', async (t) => {
  for (const header of ['№', 'Item', 'Ítem', '']) {
    const { links, warnings } = brief(
      `${header},Task,Duration,Predecessors\n1,Dig,5,\n2,Pour,5,1\n4,Cure,5,2\n5,Strip,5,4\n`,
    )
    t.same(links, ['1 FS 2', '2 FS 4', '4 FS 5'], header)
    t.ok(
      warnings.some((warning) => warning.endsWith('is taken for id.')),
      header,
    )
  }
})

t.test('numbers that no reference means are no ids', async (t) => {
  const { links } = brief('Cost code,Task,Duration,Predecessors\n100,Dig,5,\n200,Pour,5,1\n300,Cure,5,2\n')
  t.same(links, ['row-2 FS row-3', 'row-3 FS row-4'], 'positions are meant')
})

t.test('links as schedulers print them: the kind behind a colon, the lag without a sign', async (t) => {
  const { links } = brief(
    'Activity ID,Activity Name,OD,Predecessors\nA1,Dig,5,\nA2,Pour,5,A1: FS 2\nA3,Cure,7,"A1: SS, A2: FF -1d"\nA4,Strip,1,A3:FS\n',
  )
  t.same(links, ['A1 FS2 A2', 'A1 SS A3', 'A2 FF-1 A3', 'A3 FS A4'])
})

t.test('where no date proves its order, the one in which no finish comes before its start is taken', async (t) => {
  const dmy = brief('Task,Start,Finish\nPlan,02/03/2026,06/03/2026\nBuild,12/03/2026,08/04/2026\n')
  t.equal(dmy.order, 'dmy')
  t.match(dmy.preview, {
    date_order_ambiguous: false,
    date_order_evidence: { row: 3, column: 'Finish', value: '08/04/2026', reason: /before its start, 12\/03\/2026/ },
  })
  t.same(Object.keys(dmy.preview?.date_order_evidence ?? {}), ['row', 'column', 'value', 'reason'])
  const mdy = brief('Task,Start,Finish\nPlan,03/12/2026,04/02/2026\n')
  t.match([mdy.order, mdy.preview?.date_order_ambiguous], ['mdy', false])
  const open = brief('Task,Start,Finish\nPlan,02/03/2026,06/03/2026\n')
  t.match([open.order, open.preview?.date_order_ambiguous], ['mdy', true], 'both orders run forward')
})

t.test('a phase, an activity and a task in columns of their own, one a row, are the levels', async (t) => {
  const { plan } = brief(
    'Phase,Activity,Task,Days\nPrepare,,,\n,Site,,\n,,Fence,2\n,,Huts,3\nWork,,,\n,Ground,,\n,,Dig,15\n',
  )
  const name = new Map(plan.tasks.map((task) => [task.id, task.name]))
  t.same(
    plan.tasks.map((task) => [task.name, name.get(task.parent ?? '') ?? null]),
    [
      ['Prepare', null],
      ['Site', 'Prepare'],
      ['Fence', 'Site'],
      ['Huts', 'Site'],
      ['Work', null],
      ['Ground', 'Work'],
      ['Dig', 'Ground'],
    ],
  )
})

t.test('shares behind names, days and months in eastern writing, and a template’s last line', async (t) => {
  const { plan, warnings } = brief(
    'Task,Owner,Start,Days\nPhase 1,,,\nPlan,Müller 50%,2026/04/01,5\nBuild,Lee,4月27日,5\nInsert new rows ABOVE this one,,,\n',
  )
  t.same(
    plan.tasks.map(({ name }) => name),
    ['Phase 1', 'Plan', 'Build'],
  )
  t.equal(plan.tasks[2]?.planned_start, '2026-04-27')
  t.match(plan.resources[0], { name: 'Müller' })
  t.equal(plan.assignments[0]?.units, 0.5)
  t.ok(warnings.includes('Lines that tell where to insert rows are not imported: 5.'))
})

t.test('numbers of which eight make each day from start to finish are hours, as trackers export them', async (t) => {
  const { plan, warnings } = brief(
    'Task,Estimated time,Start date,Due date\nA,16.0,2026-03-02,2026-03-03\nB,8.0,2026-03-04,2026-03-04\nC,4.0,,\n',
  )
  t.same(
    plan.tasks.map(({ duration }) => duration),
    [2, 1, 1],
  )
  t.ok(warnings.some((warning) => /^Durations without a unit are read in hours/.test(warning)))
  const days = brief('Task,Duration,Start,Finish\nA,16,2026-03-02,2026-03-23\nB,8,2026-03-04,2026-03-13\n')
  t.same(
    days.plan.tasks.map(({ duration }) => duration),
    [16, 8],
  )
  t.notOk(days.warnings.some((warning) => /hours/.test(warning)))
})

t.test('durations that count days off are said to, because they end later in working days', async (t) => {
  const { plan, warnings } = brief(
    'Task,Days,Start,End\nA,8,2026-03-02,2026-03-09\nB,2,2026-03-10,2026-03-11\nC,14,2026-03-12,2026-03-25\n',
  )
  t.same(
    plan.tasks.map(({ duration }) => duration),
    [8, 2, 14],
  )
  t.ok(warnings.some((warning) => /^Durations of 2 rows count days off/.test(warning)))
  const working = brief('Task,Days,Start,End\nA,6,2026-03-02,2026-03-09\nB,2,2026-03-10,2026-03-11\n')
  t.notOk(working.warnings.some((warning) => /days off/.test(warning)))
})
