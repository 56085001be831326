// Sheets that hold more than one table.
import t from 'tap'
import { lines, read } from './read-sheet.ts'

const namesOf = (text: string) => {
  const { plan, says, fields } = read(text)
  const nameOf = new Map(plan.tasks.map(({ id, name }) => [id, name]))
  const tree = plan.tasks.map(({ name, parent }) => [name, parent === null ? null : nameOf.get(parent)])
  return { plan, says, fields, tree }
}

t.test('plans side by side under the same headers are read one below the other, each under its title', (t) => {
  const { tree, plan, says } = namesOf(
    lines(
      'EQUIPO A,,,,EQUIPO B,,',
      'Tarea,Inicio,Fin,,Tarea,Inicio,Fin',
      'Compra,02/03/2026,06/03/2026,,Planos,02/03/2026,13/03/2026',
      'Montaje,09/03/2026,20/03/2026,,Permisos,16/03/2026,20/03/2026',
      ',,,,Obra,23/03/2026,27/03/2026',
    ),
  )
  t.same(tree, [
    ['EQUIPO A', null],
    ['Compra', 'EQUIPO A'],
    ['Montaje', 'EQUIPO A'],
    ['EQUIPO B', null],
    ['Planos', 'EQUIPO B'],
    ['Permisos', 'EQUIPO B'],
    ['Obra', 'EQUIPO B'],
  ])
  t.same(
    plan.tasks.map(({ planned_start }) => planned_start).filter((day) => day !== null),
    ['2026-03-02', '2026-03-09', '2026-03-02', '2026-03-16', '2026-03-23'],
  )
  t.equal(new Set(plan.tasks.map(({ id }) => id)).size, 7)
  t.ok(says(/2 tables stand side by side; they are read one below the other/))
  t.end()
})

t.test('plans side by side without titles are one list', (t) => {
  const { tree } = namesOf(
    lines(
      'Task,Start,Finish,Task,Start,Finish',
      'A,2026-03-02,2026-03-03,C,2026-03-02,2026-03-03',
      'B,2026-03-04,2026-03-05,D,2026-03-04,2026-03-05',
    ),
  )
  t.same(
    tree.map(([name]) => name),
    ['A', 'B', 'C', 'D'],
  )
  t.end()
})

t.test('one plan in which a header comes again is one plan', (t) => {
  const { tree, fields } = namesOf(
    lines('Task,Start,Finish,Task', 'A,2026-03-02,2026-03-03,x', 'B,2026-03-04,2026-03-05,y'),
  )
  t.same(
    tree.map(([name]) => name),
    ['A', 'B'],
  )
  t.same(fields?.slice(0, 3), ['name', 'start', 'finish'])
  t.end()
})

t.test('milestones in a table beside the tasks are left out, and said', (t) => {
  const { tree, plan, says } = namesOf(
    lines(
      'N°,Position,Date,Jalon,,N°,Tâche,Date de début,Date de fin',
      '1,20,10/03/2026,Livraison,,1,Châssis,02/03/2026,06/03/2026',
      '2,10,20/03/2026,Bilan,,2,Moteurs,09/03/2026,13/03/2026',
      '3,15,25/03/2026,Fin,,,,,',
    ),
  )
  t.same(
    tree.map(([name]) => name),
    ['Châssis', 'Moteurs'],
  )
  t.same(
    plan.tasks.map(({ is_milestone }) => is_milestone),
    [false, false],
  )
  t.ok(says(/Another table beside the plan is not imported: "N°", "Position", "Date", "Jalon"/))
  t.end()
})

t.test('blank columns inside of one plan part nothing', (t) => {
  const { plan } = namesOf(
    lines(
      'Tâche,Responsable,,Début,Fin,,Avancement',
      'A,Léa,,02/03/2026,06/03/2026,,50%',
      'B,Tom,,09/03/2026,13/03/2026,,0%',
    ),
  )
  t.same(
    plan.tasks.map(({ planned_start, percent_complete }) => [planned_start, percent_complete]),
    [
      ['2026-03-02', 50],
      ['2026-03-09', 0],
    ],
  )
  t.end()
})

t.test('columns that explain a template are no names', (t) => {
  const words =
    'Esta fila contiene los encabezados de la programación. Navegue desde la celda B7 a BL7 para escuchar el contenido de cada una de ellas, y no la elimine.'
  const { tree, says } = namesOf(
    lines(
      `${words},Hito,Asignado a,Progreso,Inicio,Número de días`,
      'No elimine esta fila.,,,,,',
      'Escriba aquí.,Reunión,Ana,10%,02/03/2026,2',
      ',Diseño,Luis,0%,04/03/2026,3',
    ),
  )
  t.same(
    tree.map(([name]) => name),
    ['Reunión', 'Diseño'],
  )
  t.ok(says(/Instructions in column 1 are not imported/))
  t.end()
})
