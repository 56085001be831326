import t from 'tap'
import { startApp } from '../../support/start-app.ts'

t.test('a pull of the caller’s programs', async (t) => {
  const app = await startApp(t)
  const mia = await app.user('mia')
  const pull = async (who = mia, query = '') => (await who.get(`/sync/user/programs/${query}`)).body
  const make = async (name: string) => (await app.owner.post('/programs/', { name })).body.id as string
  const join = (program: string, role = 100) =>
    app.owner.post(`/programs/${program}/members/`, { user: mia.account.id, role })
  const [harbour, bridge] = [await make('Harbour'), await make('Bridge')]
  let since = 0

  await t.test('tells nothing to who is in none', async (t) => {
    const body = await pull()
    t.strictSame(body.changes, {
      programs: { created: [], updated: [], deleted: [] },
      program_memberships: { created: [], updated: [], deleted: [] },
    })
    t.equal(body.has_more, false)
    since = body.timestamp
  })

  await t.test('tells a program whole to who joined it later', async (t) => {
    t.equal((await join(harbour)).status, 201)
    const { changes, timestamp } = await pull(mia, `?since=${since}`)
    t.match(changes.programs.updated, [{ id: harbour, name: 'Harbour' }])
    t.strictSame(
      changes.program_memberships.updated.map((row: { user: string }) => row.user).sort(),
      [mia.account.id, app.owner.account.id].sort(),
    )
    since = timestamp
    t.strictSame((await pull(mia, `?since=${since}`)).changes.programs.updated, [])
  })

  await t.test('then what changed', async (t) => {
    await app.owner.patch(`/programs/${bridge}/`, { name: 'Not hers' })
    await app.owner.patch(`/programs/${harbour}/`, { name: 'Harbour II' })
    const { changes, timestamp } = await pull(mia, `?since=${since}`)
    t.match(changes.programs.updated, [{ id: harbour, name: 'Harbour II' }])
    t.strictSame(changes.program_memberships.updated, [])
    since = timestamp
  })

  await t.test('is read page by page', async (t) => {
    await join(bridge)
    const seen: string[] = []
    for (let page = await pull(mia, '?page_size=1'); ; ) {
      for (const one of Object.values(page.changes) as { updated: { id: string }[] }[])
        seen.push(...one.updated.map((row) => row.id))
      if (!page.has_more) break
      page = await pull(mia, `?page_size=1&cursor=${encodeURIComponent(page.next_cursor)}`)
    }
    t.equal(seen.length, 6)
    t.equal(new Set(seen).size, 6)
  })

  await t.test('tells tombstones of programs, and of members who left', async (t) => {
    since = (await pull()).timestamp
    await app.owner.delete(`/programs/${bridge}/`)
    t.strictSame((await pull(mia, `?since=${since}`)).changes.programs.deleted, [bridge])
    const ben = await app.user('ben')
    const added = await app.owner.post(`/programs/${harbour}/members/`, { user: ben.account.id, role: 1 })
    since = (await pull()).timestamp
    await app.owner.delete(`/programs/${harbour}/members/${added.body.id}/`)
    t.strictSame((await pull(mia, `?since=${since}`)).changes.program_memberships.deleted, [added.body.id])
  })

  await t.test('loses nothing where two write at once', async (t) => {
    const names = Array.from({ length: 8 }, (_, n) => `Wave ${n}`)
    since = (await pull(app.owner)).timestamp
    const waves = Promise.all(names.map(make))
    const seen = new Set<string>()
    for (let n = 0; n < 20; n++) {
      const body = await pull(app.owner, `?since=${since}`)
      for (const row of body.changes.programs.updated) seen.add(row.name)
      since = body.timestamp
    }
    await waves
    for (const row of (await pull(app.owner, `?since=${since}`)).changes.programs.updated) seen.add(row.name)
    t.strictSame([...seen].sort(), names)
  })

  await t.test('refuses marks that nobody gave', async (t) => {
    t.match(await mia.get('/sync/user/programs/?since=-1'), { status: 400, body: { since: [/whole/] } })
    t.match(await mia.get('/sync/user/programs/?cursor=x'), { status: 400, body: { cursor: [/cursor/i] } })
  })
})
