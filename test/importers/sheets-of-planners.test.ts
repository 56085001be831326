// Seen failing before: rows that a planner calls inactive were imported as active, and nothing said so.
import t from 'tap'
import { sheetCells, sheetHeaders } from '../../importers/write/sheet-cells.ts'
import { writeCsv } from '../../importers/write/write-csv.ts'
import { lines, read } from './read-sheet.ts'

const activeIn = (...all: string[]) => read(lines(...all)).plan.tasks.map((task) => task.source?.active)

t.test('rows that a sheet calls inactive are inactive, each said like those of a planner’s file', async (t) => {
  const { plan, fields } = read(lines('Active,Task Name,Duration', 'Yes,Dig,3 days', 'No,Pave,2 days', ',Plant,1 day'))
  t.same(fields, ['active', 'name', 'duration'])
  t.same(
    plan.tasks.map((task) => task.source?.active),
    [true, false, true],
  )
  t.match(
    plan.receipt.filter(({ code }) => code === 'inactive_task'),
    [
      {
        where: { row: 3, field: 'Active' },
        message: /^inactive in the file, imported as an ordinary task for which nothing waits$/,
      },
    ],
  )
})

t.test('the words for active, yes and no in the languages of the other headers', async (t) => {
  for (const [header, name, yes, no] of [
    ['Aktiv', 'Vorgangsname', 'Ja', 'Nein'],
    ['Actif', 'Nom de la tâche', 'Oui', 'Non'],
    ['Activo', 'Nombre de tarea', 'Sí', 'No'],
    ['Activa', 'Tarea', 'Verdadero', 'Falso'],
    ['Ativo', 'Nome da tarefa', 'Sim', 'Não'],
    ['Attivo', 'Nome attività', 'Sì', 'No'],
    ['Actief', 'Taaknaam', 'Ja', 'Nee'],
    ['Активная', 'Название задачи', 'Да', 'Нет'],
    ['Активно', 'Задача', 'да', 'нет'],
    ['アクティブ', 'タスク名', 'はい', 'いいえ'],
    ['有効', 'タスク名', '有効', '無効'],
    ['活动', '任务名称', '是', '否'],
    ['有效', '任务名称', '是', '否'],
    ['활성', '작업 이름', '예', '아니요'],
    ['Aktywne', 'Nazwa zadania', 'Tak', 'Nie'],
    ['Aktivní', 'Název úkolu', 'Ano', 'Ne'],
    ['Aktiv', 'Aktivitetsnamn', 'Ja', 'Nej'],
    ['Aktiv', 'Opgavenavn', 'Ja', 'Nej'],
    ['Aktiv', 'Oppgavenavn', 'Ja', 'Nei'],
    ['Etkin', 'Görev Adı', 'Evet', 'Hayır'],
    ['Aktiivinen', 'Tehtävän nimi', 'Kyllä', 'Ei'],
    ['Aktív', 'Feladatnév', 'Igen', 'Nem'],
    ['Активне', 'Назва завдання', 'Так', 'Ні'],
    ['Activ', 'Nume activitate', 'Da', 'Nu'],
    ['Ενεργή', 'Όνομα εργασίας', 'Ναι', 'Όχι'],
  ] as const)
    t.same(
      activeIn(`ID;${header};${name}`, `1;${yes};A1 work`, `2;${no};B2 work`),
      [true, false],
      `${header} ${yes} ${no}`,
    )
})

t.test('a column that calls rows inactive says the opposite', async (t) => {
  t.same(activeIn('Task,Inactive', 'Dig,Yes', 'Pave,No', 'Plant,'), [false, true, true])
  t.same(activeIn('Vorgang;Inaktiv', 'Graben;x', 'Pflastern;'), [false, true])
})

t.test('a column about activity that holds no yes and no is none of it, and said', async (t) => {
  const { plan, says } = read(lines('Task,Active,Days', 'Dig,since March,3', 'Pave,on hold,2'))
  t.same(
    plan.tasks.map((task) => task.source?.active),
    [true, true],
  )
  t.ok(says(/not imported: "Active"/))
  const odd = read(lines('Task,Active', 'Dig,Yes', 'Pave,perhaps', 'Plant,No'))
  t.same(
    odd.plan.tasks.map((task) => task.source?.active),
    [true, true, false],
  )
  t.ok(odd.plan.receipt.some(({ code, where }) => code === 'bad_flag' && where.row === 3))
})

t.test('a sheet that we write calls inactive rows so, and is read so again', async (t) => {
  const { plan } = read(lines('Active,Task,Duration', 'Yes,Dig,3', 'No,Pave,2'))
  t.equal(sheetHeaders(plan).at(-1), 'Active')
  t.equal(sheetCells(plan)[1]?.at(-1), 'No')
  t.same(
    read(writeCsv(plan)).plan.tasks.map((task) => task.source?.active),
    [true, false],
  )
})
