import t from 'tap'
import { fileKindOf, readPage } from '../../../api/integrations/linked/page-preview.ts'
import { socketEvents } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { type Asked, OWN_NETWORK, startStandIn } from '../integrations/support/stand-in.ts'
import { buildProject } from '../tasks/support/build-project.ts'

t.test('a link is asked how it stands, with the credential of who asks', async (t) => {
  const app = await startApp(t, { env: OWN_NETWORK })
  const project = await buildProject(app)
  const viewer = await project.member(1)
  const task = (await app.owner.post('/tasks/', { project: project.id, name: 'Dig' })).body.id
  const links = `/projects/${project.id}/tasks/${task}/links/`
  const provider = await startStandIn(t)
  const linkTo = async (url: string) => (await app.owner.post(links, { url })).body.id as string
  const refresh = (id: string, user = viewer) => user.post(`${links}${id}/refresh/`)
  const whoAmI = ({ path }: Asked) => path.endsWith('/user')

  await t.test('which must be there for a provider of code', async (t) => {
    const id = await linkTo('https://github.com/acme/site/pull/7')
    const { status, body } = await refresh(id)
    t.equal(status, 422)
    t.match(body, { code: 'credential_required', provider: 'github', requires_credential: true })
    t.equal((await app.owner.get(`${links}${id}/`)).body.fetched_at, null)
    provider.say((asked) => (whoAmI(asked) ? { status: 200 } : { status: 404 }))
    await viewer.post('/me/credentials/github/', { secret: 'ghp-1', base_url: provider.url })
    provider.asked.length = 0
    t.equal((await refresh(id)).status, 422, 'one that was given for another host is not shown to this one')
    t.equal(provider.asked.length, 0)
  })

  await t.test('a merge request of an own installation tells title and state', async (t) => {
    provider.say((asked) => (whoAmI(asked) ? { status: 200 } : { status: 404 }))
    await viewer.post('/me/credentials/gitlab/', { secret: 'glpat-1', base_url: `${provider.url}/code` })
    const id = await linkTo(`${provider.url}/code/group/sub/yard/-/merge_requests/12`)
    const path = '/code/api/v4/projects/group%2Fsub%2Fyard/merge_requests/12'
    const say = (body: object) =>
      provider.say(({ path: asked, headers }) =>
        asked === path && headers['private-token'] === 'glpat-1' ? { status: 200, body } : { status: 401 },
      )
    for (const [body, status] of [
      [{ title: 'Drain', state: 'opened' }, 'open'],
      [{ title: 'Drain', state: 'opened', draft: true }, 'draft'],
      [{ title: 'Drain', state: 'merged' }, 'merged'],
      [{ title: 'Drain', state: 'closed' }, 'closed'],
    ] as const) {
      say(body)
      const reply = await refresh(id)
      t.equal(reply.status, 200)
      t.match(reply.body, { title: 'Drain', status, provider: 'gitlab', fetched_at: String })
    }
    t.equal((await socketEvents(app, project.id)).at(-1), 'task_link_updated')
    t.match((await viewer.get('/me/credentials/gitlab/')).body, { last_used_at: String })
    provider.say(() => ({ status: 401 }))
    t.match((await refresh(id)).body, { title: '', status: 'unknown' }, 'a credential that is refused')
    provider.say(() => ({ status: 200, body: 'no object' as never }))
    t.match((await refresh(id)).body, { title: '', status: 'unknown' })
    t.equal((await refresh(id, app.owner)).body.provider, 'generic', 'who has no credential asks for the page')
  })

  await t.test('an address that may not be reached says nothing, and strangers ask nothing', async (t) => {
    const id = await linkTo('http://169.254.169.254/latest/')
    t.match((await refresh(id)).body, { status: 'unknown', title: '', fetched_at: String })
    t.equal((await refresh(id, await app.user('stranger'))).status, 404)
    await app.owner.post(`/projects/${project.id}/archive/`)
    t.equal((await refresh(id)).status, 403)
  })
})

t.test('a page tells its title, description and picture, and a file what it is', async (t) => {
  const page = `<html><head><title>Plain &amp; simple</title>
    <meta content="Yard &#x2764; plan" property="og:title"><meta name='description' content='A  long
    story'><meta property="og:image" content="https://img.example.org/a.png"></head>`
  t.same(readPage(page), {
    title: 'Yard \u2764 plan',
    description: 'A long story',
    thumbnail_url: 'https://img.example.org/a.png',
  })
  t.same(readPage('<title>One &lt;b&gt;</title><meta property="og:image" content="javascript:alert(1)">'), {
    title: 'One <b>',
    description: '',
    thumbnail_url: '',
  })
  t.equal(readPage(`<title>${'x'.repeat(3_000)}</title>`).title.length, 512)
  const kind = (url: string, type = 'text/html') => fileKindOf(new URL(url), type)
  t.equal(kind('https://docs.google.com/spreadsheets/d/1'), 'spreadsheet')
  t.equal(kind('https://drive.google.com/drive/folders/1'), 'folder')
  t.equal(kind('https://www.dropbox.com/s/1/Plan.DOCX'), 'document')
  t.equal(kind('https://www.dropbox.com/s/1/a', 'application/pdf'), 'pdf')
  t.equal(kind('https://app.box.com/file/1'), 'file')
})
