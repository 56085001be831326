import t from 'tap'
import { ImportRefusal } from '../../importers/plan/import-refusal.ts'
import { type ReadOptions, readWithPreview } from '../../importers/read-plan.ts'
import { writeCsv } from '../../importers/write/write-csv.ts'
import { writeXlsx } from '../../importers/write/write-xlsx.ts'
import { neutralPlan, neutralTask } from './neutral-plan.ts'

function read(text: string | Uint8Array, options: ReadOptions = {}, name = 'plan.csv') {
  const { plan, preview } = readWithPreview(Buffer.from(text), name, options)
  if (preview === null) throw new Error('no preview')
  return { plan, preview, says: (words: RegExp) => preview.warnings.some((warning) => words.test(warning)) }
}

const LINES = [
  'Harbour extension,,,',
  'Client:,City of Kiel,,',
  'Project start:,2026-03-02,,',
  '',
  'Task,Duration,Start,Owner',
  'Survey,5,2026-03-02,Ana',
  'Draw,10,,Ben',
]

t.test('the header is found below a block of titles, and the preview says so', async (t) => {
  const { plan, says } = read(LINES.join('\n'))
  t.same(
    plan.tasks.map((task) => [task.name, task.duration, task.source?.row]),
    [
      ['Survey', 5, 6],
      ['Draw', 10, 7],
    ],
  )
  t.ok(says(/^Line 5 is taken for the header row; 3 filled lines above it are not imported\.$/))
})

t.test('header_row overrides what was guessed, and a line that is none refuses the file', async (t) => {
  const text = ['Name,Duration', 'Task,Days', 'A,5'].join('\n')
  t.same(
    read(text).plan.tasks.map((task) => task.name),
    ['Task', 'A'],
  )
  t.same(
    read(text, { headerRow: 2 }).plan.tasks.map((task) => task.name),
    ['A'],
  )
  const refused = t.throws(() => read(text, { headerRow: 9 })) as ImportRefusal
  t.ok(refused instanceof ImportRefusal)
  t.equal(refused.code, 'no_header')
})

t.test('a first header of # numbers the rows; below it that is a comment', async (t) => {
  const { plan } = read('#,Task,Predecessors\n1,A,\n# not yet,B,\n2,C,1\n')
  t.same(
    plan.tasks.map((task) => [task.id, task.name]),
    [
      ['1', 'A'],
      ['2', 'C'],
    ],
  )
  t.equal(plan.dependencies.length, 1)
})

t.test('units stand in headers: 40 hours are five days, 2 weeks ten', async (t) => {
  const days = (text: string) => read(text).plan.tasks.map((task) => task.duration)
  t.same(days('Task,Duration (hours)\nA,40\nB,2 days\n'), [5, 2], 'a unit in the cell wins')
  t.same(days('Task,Effort in weeks\nA,2\n'), [10])
  t.same(days('Task,Duration (h)\nA,16\n'), [2])
  t.same(days('Vorgang,Dauer (Tage)\nA,3\n'), [3])
  t.same(days('タスク名,工数(時間)\nA,16\n'), [2])
  t.ok(read('Task,Duration (hours)\nA,40\n').says(/read in hours, as "Duration \(hours\)" says/))
})

t.test('of several columns for one field the fuller and better fitting is used', async (t) => {
  const starts = (text: string) => read(text).plan.tasks.map((task) => task.planned_start)
  t.same(starts('Task,Start,Begin Date\nA,,2026-03-02\nB,,2026-03-03\n'), ['2026-03-02', '2026-03-03'])
  t.same(starts('Task,Start,Start (new)\nA,soon,2026-03-02\nB,later,2026-03-03\n'), ['2026-03-02', '2026-03-03'])
  t.same(starts('Task,Actual start\nA,2026-03-02\n'), [null], 'what happened is no plan')
  const { plan } = read('Task,Effort,Duration\nA,30,5\n')
  t.equal(plan.tasks[0]?.duration, 5, 'a duration is one before an effort is')
})

t.test('numbered columns are united', async (t) => {
  const { plan } = read(
    'ID,Task,Predecessor 1,Predecessor 2,Resource 1,Resource 2\n1,A,,,Ana,Ben\n2,B,,,,\n3,C,1,2,,\n',
  )
  t.same(
    plan.dependencies.map((link) => `${link.predecessor}>${link.successor}`),
    ['1>3', '2>3'],
  )
  t.same(
    plan.resources.map((resource) => resource.name),
    ['Ana', 'Ben'],
  )
})

t.test('predecessors and parents by outline code and by name', async (t) => {
  const links = (text: string) => read(text).plan.dependencies.map((link) => `${link.predecessor}>${link.successor}`)
  t.same(links('WBS,Task,Predecessors\n1,S,\n1.1,A,\n1.2,B,1.1\n2,C,1\n'), ['row-3>row-4', 'row-2>row-5'])
  t.same(links('ID,Task,Predecessors\n10,Dig,\n20,Pour,Dig\n30,Cure,"Dig; pour"\n'), ['10>20', '10>30', '20>30'])
  t.same(links('ID,Task,Predecessors\n1,Same,\n2,Same,\n3,C,Same\n'), [], 'a name that two have says nothing')
  t.same(links('ID,Task,Vorgänger\n1,A,\n2,B,1EA+2 Tage\n3,C,2AA\n'), ['1>2', '2>3'])
  const tree = read('ID,Parent,Task\na,,A\nb,a,B\nc,B,C\nd,d,D\n').plan.tasks.map((task) => task.parent)
  t.same(tree, [null, 'a', 'b', null])
})

t.test('headers in ten languages', async (t) => {
  const sheets = [
    'Nr;Vorgangsname;Dauer;Anfang;Ende;Vorgänger;Ressourcennamen;% abgeschlossen',
    'N°;Nom de la tâche;Durée;Début;Fin;Prédécesseurs;Noms ressources;% achevé',
    'Número;Nombre de tarea;Duración;Comienzo;Fin;Predecesoras;Nombres de los recursos;% completado',
    'Número;Nome da tarefa;Duração;Início;Término;Predecessoras;Nomes dos recursos;% concluído',
    'Numero;Nome attività;Durata;Inizio;Fine;Predecessori;Nomi risorse;% completamento',
    'Nummer;Taaknaam;Duur;Begindatum;Einddatum;Voorganger;Resourcenamen;% voltooid',
    'Номер;Название задачи;Длительность;Начало;Окончание;Предшественники;Названия ресурсов;% завершения',
    '番号;タスク名;期間;開始日;終了日;先行タスク;担当者;進捗率',
    '번호;작업명;기간;시작일;종료일;선행작업;담당자;진행률',
    '编号;任务名称;工期;开始时间;完成时间;前置任务;资源名称;完成百分比',
  ]
  for (const header of sheets) {
    const { preview, plan } = read(
      `${header}\n1;A;2;2026-03-02;2026-03-03;;Ana;50%\n2;B;3;2026-03-04;2026-03-06;1;Ben;0\n`,
    )
    const fields = preview.columns.map((column) => column.field)
    t.same(
      fields,
      ['id', 'name', 'duration', 'start', 'finish', 'predecessors', 'assignee', 'percent_complete'],
      header,
    )
    t.equal(plan.dependencies.length, 1)
  }
})

t.test('headers and totals in Polish, Czech, Swedish, Danish, Norwegian and Turkish', (t) => {
  const sheets = [
    'Lp.;Nazwa zadania;Czas trwania (dni);Poprzednicy;Początek|1;Wykopy;5;;02.03.2026|2;Ściany;10;1;|;Razem;15;;',
    'Č.;Název úkolu;Doba trvání;Předchůdci;Zahájení|1;Wykopy;5 dny;;2.3.2026|2;Ściany;10 dnů;1;|;Celkem;15 dnů;;',
    'ID;Aktivitet;Varaktighet (dagar);Föregångare;Startdatum|1;Wykopy;5;;2026-03-02|2;Ściany;10;1;|;Summa;15;;',
    'ID;Opgavenavn;Varighed;Forgængere;Startdato|1;Wykopy;1 uge;;2026-03-02|2;Ściany;2 uger;1;|;I alt;3 uger;;',
    'ID;Oppgavenavn;Varighet;Foregående oppgaver;Startdato|1;Wykopy;1 uke;;2026-03-02|2;Ściany;2 uker;1;|;Totalt;3 uker;;',
    'Sıra;Görev Adı;Süre (gün);Öncül;Başlangıç|1;Wykopy;5;;02.03.2026|2;Ściany;10;1;|;Toplam;15;;',
  ]
  for (const sheet of sheets) {
    const { plan } = read(sheet.replaceAll('|', '\n'))
    const told = plan.tasks.map(({ name, duration, planned_start }) => [name, duration, planned_start])
    t.strictSame(
      told,
      [
        ['Wykopy', 5, '2026-03-02'],
        ['Ściany', 10, null],
      ],
      sheet.split('|')[0] ?? '',
    )
    t.equal(plan.dependencies.length, 1)
  }
  t.end()
})

t.test('a duration in hours is taken before an effort in days of persons', (t) => {
  const { plan } = read('Nr;Aufgabe;Aufwand (PT);Dauer in Stunden;Vorgänger\n1;Planung;10;40;\n2;Bau;30;80;1\n')
  t.same(
    plan.tasks.map((task) => task.duration),
    [5, 10],
  )
  const english = read('Task,Effort (days),Duration in hours\nDig,9,16\nPour,9,8\n').plan
  t.same(
    english.tasks.map((task) => task.duration),
    [2, 1],
  )
  t.end()
})

t.test('names and codes that step to the right by level, without headers of their own', async (t) => {
  const parents = (text: string) => read(text).plan.tasks.map((task) => [task.name, task.parent])
  t.same(parents('Task,,,Duration\nBuild,,,\n,Walls,,5\n,,Brick,2\n,Roof,,3\n'), [
    ['Build', null],
    ['Walls', 'row-2'],
    ['Brick', 'row-3'],
    ['Roof', 'row-2'],
  ])
})

t.test('code pages of other languages are told by the headers', async (t) => {
  const russian = Buffer.from([0xcd, 0xe0, 0xe7, 0xe2, 0xe0, 0xed, 0xe8, 0xe5, 0x0a, 0xc4, 0xee, 0xec, 0x0a])
  const { plan, says } = read(russian)
  t.equal(plan.tasks[0]?.name, 'Дом')
  t.ok(says(/windows-1251/))
})

t.test('elapsed durations, serial days and zeros beside dates are turned into days, with a word', async (t) => {
  const elapsed = read('Task,Duration,Start\nA,5 ed,2026-03-05\nB,7 ed,\n')
  t.same(
    elapsed.plan.tasks.map((task) => task.duration),
    [3, 5],
    'Thursday to Monday are three working days',
  )
  t.ok(elapsed.says(/Elapsed durations of 2 rows/))
  const serial = read('Task,Start\nA,46083\n')
  t.equal(serial.plan.tasks[0]?.planned_start, '2026-03-02')
  t.ok(serial.says(/serial days/))
  const zeros = read('Task,Duration,Start,Finish\nA,0,2026-03-02,2026-03-06\nM,0,2026-03-09,2026-03-09\n')
  t.same(
    zeros.plan.tasks.map((task) => [task.duration, task.is_milestone]),
    [
      [5, false],
      [0, true],
    ],
  )
})

t.test('what an export writes comes back: planned starts apart from computed ones, units of assignees', async (t) => {
  const plan = neutralPlan(
    [neutralTask('1', { planned_start: '2026-03-04' }), neutralTask('2', { percent_complete: 40 })],
    {
      resources: ['Ana', 'Ben'].map((name) => ({
        id: name,
        name,
        type: 'work',
        max_units: 1,
        email: null,
        calendar: null,
      })),
      assignments: [
        { task: '1', resource: 'Ana', units: 0.5, work_minutes: 0 },
        { task: '1', resource: 'Ben', units: 1, work_minutes: 0 },
        { task: '2', resource: 'Ana', units: 1.25, work_minutes: 0 },
      ],
    },
  )
  const dates = new Map(plan.tasks.map((task) => [task.id, { start: '2026-03-02', finish: '2026-03-06' }]))
  for (const [name, bytes] of [
    ['a.csv', Buffer.from(writeCsv(plan, dates))],
    ['a.xlsx', await writeXlsx(plan, dates)],
  ] as const) {
    const { plan: again } = read(bytes, {}, name)
    t.equal(again.start_date, plan.start_date, name)
    t.same(
      again.tasks.map((task) => [task.id, task.duration, task.planned_start, task.percent_complete]),
      plan.tasks.map((task) => [task.id, task.duration, task.planned_start, task.percent_complete]),
    )
    t.same(
      again.assignments.map(({ task, units }) => [task, units]),
      plan.assignments.map(({ task, units }) => [task, units]),
    )
    t.same(again.receipt, [])
    const none = { ...plan, tasks: plan.tasks.map((task) => ({ ...task, planned_start: null })) }
    t.ok(read(Buffer.from(writeCsv(none, dates))).plan.tasks.every((task) => task.planned_start === null))
  }
})

t.test('a weekday beside a date proves which part is the day, in the language of the sheet', async (t) => {
  const starts = (...lines: string[]) => {
    const { plan, says } = read(lines.join('\n'))
    return [...plan.tasks.map((task) => task.planned_start), says(/nothing in the file proves it/)]
  }
  const spanish = ['Nombre de tarea;Comienzo;Fin', 'Diseño;lun 02/03/26;vie 06/03/26', 'Obra;lun 09/03/26;mar 10/03/26']
  t.same(starts(...spanish), ['2026-03-02', '2026-03-09', false])
  const english = ['Task,Start,Finish', 'Dig,Mon 03/02/26,Fri 03/06/26']
  t.same(starts(...english), ['2026-03-02', false], 'month first where that is the Monday')
  const doubtful = ['Task,Start', 'Dig,Mon 02/03/26', 'Pour,Mon 03/02/26']
  t.same(starts(...doubtful), ['2026-02-03', '2026-03-02', true], 'weekdays that contradict each other prove nothing')
  const neither = ['Task,Start', 'Dig,Sun 02/03/26']
  t.same(starts(...neither), ['2026-02-03', true], 'nor does one that fits neither order')
})

t.test('March is read as German spreadsheets shorten it', async (t) => {
  const { plan } = read(['Aufgabe;Start;Dauer', 'Bau;9. Mrz 2026;2', 'Abnahme;12. Mrz. 26;1'].join('\n'))
  t.same(
    plan.tasks.map((task) => task.planned_start),
    ['2026-03-09', '2026-03-12'],
  )
})

t.test('a state tells what is done where no column tells how much, and is said', async (t) => {
  const { plan, says } = read('Task,Status\nA,Done\nB,In Progress\nC,To Do\nD,On hold\n')
  t.same(
    plan.tasks.map((task) => task.percent_complete),
    [100, 0, 0, 0],
  )
  t.ok(says(/^Column "Status" is taken for percent_complete\.$/))
  const named = plan.receipt.filter(({ code }) => code === 'bad_percent').map(({ where }) => where.row)
  t.same(named, [3, 5], 'work that has begun, and a word that is not known')
  const measured = read('Task,Status,% done\nA,Done,40\nB,To Do,0\n')
  t.equal(measured.plan.tasks[0]?.percent_complete, 40, 'a share that was measured comes first')
  const other = read('Task,Status\nA,Green\nB,Red\nC,Done\n')
  t.equal(other.plan.tasks[2]?.percent_complete, 0, 'a column of other words is none of states')
  t.ok(other.says(/not imported: "Status"/))
})

t.test('signs before names are indentation, and said', async (t) => {
  const { plan, says } = read('Task,Duration\nPhase 1,1\n- Design,5\n-- Sketch,2\n– Build,4\n-5 degrees,1\n')
  const names = new Map(plan.tasks.map((task) => [task.id, task.name]))
  t.same(
    plan.tasks.map((task) => [task.name, names.get(task.parent ?? '') ?? null]),
    [
      ['Phase 1', null],
      ['Design', 'Phase 1'],
      ['Sketch', 'Design'],
      ['Build', 'Phase 1'],
      ['-5 degrees', null],
    ],
  )
  t.ok(says(/^Signs before 3 names, such as - or •, are read as indentation\.$/))
})

t.test('a line that groups the columns is not also called a line that is left out', async (t) => {
  const { says } = read(',,Planned,,Actual,\nID,Task,Start,Finish,Start,Finish\n1,A,2026-03-16,2026-03-20,,\n')
  t.ok(says(/^Line 1 groups the columns/))
  t.notOk(says(/not imported\.$/), 'nothing above the header is lost')
})
