import t from 'tap'
import { systemProjectScope } from '../../../api/access/project-scope.ts'
import { deleteEdgesOfTasks } from '../../../api/dependencies/delete-dependency.ts'
import { insertDependencies, type NewDependency } from '../../../api/dependencies/insert-dependencies.ts'
import { startApp } from '../../support/start-app.ts'
import { buildLink, buildProgram, buildProject, buildTask, waitingRecomputes } from '../schedule/build-project.ts'

t.test('links written as a set', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app, [])
  const tasks: string[] = []
  for (let n = 0; n < 4; n++) tasks.push(await buildTask(app, project, { name: `T${n}` }))
  const [a, b, c, d] = tasks as [string, string, string, string]
  const link = (predecessorId: string, successorId: string, more: Partial<NewDependency> = {}): NewDependency => ({
    predecessorId,
    successorId,
    depType: 'FS',
    lag: 0,
    ...more,
  })
  const insert = (rows: NewDependency[]) =>
    app.services.systemContext(async (ctx) => insertDependencies(await systemProjectScope(ctx, project), rows))
  const stored = () => app.sql('select 1 from dependencies where not is_deleted')

  await t.test('a cycle refuses the whole set', async (t) => {
    await t.rejects(insert([link(a, b), link(b, c), link(c, a)]), { code: 'cyclic_dependency' })
    await t.rejects(insert([link(a, b), link(c, c)]), { code: 'self_reference' })
    t.same(await stored(), [])
  })

  await t.test('types, lags and units are kept, twins are left as they are, one recompute follows', async (t) => {
    t.equal(await insert([link(a, b, { depType: 'SF', lag: -3, lagUnit: 'elapsed' }), link(b, c)]), 2)
    t.equal(await insert([link(b, c, { lag: 9 }), link(c, d)]), 1)
    t.equal(await insert([]), 0)
    t.same(
      await app.sql(
        'select dep_type, lag, lag_unit, sync_seq > 0 as synced from dependencies where predecessor_id = any($1) order by lag, dep_type, successor_id = $2',
        [[a, b], d],
      ),
      [
        { dep_type: 'SF', lag: -3, lag_unit: 'elapsed', synced: true },
        { dep_type: 'FS', lag: 0, lag_unit: 'working', synced: true },
      ],
    )
    t.same(await waitingRecomputes(app), [`recompute:${project}`])
  })

  await t.test('deleting tasks takes their links with them, also those into another project', async (t) => {
    const program = await buildProgram(app)
    const [here, there] = [
      await buildProject(app, [], { programId: program }),
      await buildProject(app, [], { programId: program }),
    ]
    const [from, to, apart] = [await buildTask(app, here), await buildTask(app, there), await buildTask(app, there)]
    await buildLink(app, from, to)
    const other = await buildLink(app, to, apart)
    await app.services.systemContext((ctx) => deleteEdgesOfTasks(ctx, [from], '2026-01-05T08:00:00Z'))
    const left = await app.sql('select id from dependencies where not is_deleted and successor_project_id = $1', [
      there,
    ])
    t.same(left, [{ id: other }])
    const waiting = await waitingRecomputes(app)
    t.ok(waiting.includes(`recompute:${here}`) && waiting.includes(`recompute:${there}`))
    await app.services.systemContext((ctx) => deleteEdgesOfTasks(ctx, [], '2026-01-05T08:00:00Z'))
  })
})
