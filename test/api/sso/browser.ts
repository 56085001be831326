import type { TestApp, TestUser } from '../../support/start-app.ts'

export const PUBLIC_URL = 'http://svc.test'
const APP_URL = 'http://client.test'
export const CALLBACK = `${PUBLIC_URL}/api/v1/auth/oidc/callback/`
export const ENV = {
  SVC_PUBLIC_URL: PUBLIC_URL,
  SVC_APP_URL: APP_URL,
  SVC_EGRESS_ALLOWLISTED_HOSTS: '127.0.0.1',
}

/** A browser with its cookies by host. It knows `svc.test` as the application under test and ends at the client's page. */
export class Browser {
  private readonly jar = new Map<string, Map<string, string>>()
  private readonly app: TestApp
  readonly visited: string[] = []

  constructor(app: TestApp) {
    this.app = app
  }

  /** Goes to an address and follows where it is sent, up to the client's page. */
  async go(address: string): Promise<URL> {
    let url = new URL(address, PUBLIC_URL)
    for (let hop = 0; hop < 15; hop++) {
      if (url.origin === APP_URL) return url
      const location = (await this.step(url.href)).headers.get('location')
      if (location === null) return url
      url = new URL(location, url)
    }
    throw new Error('sent round in circles')
  }

  /** One request without following. */
  async step(address: string): Promise<Response> {
    const url = new URL(address, PUBLIC_URL)
    this.visited.push(url.href)
    const cookies = [...(this.jar.get(url.host) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ')
    const target = url.origin === PUBLIC_URL ? `${this.app.url}${url.pathname}${url.search}` : url.href
    const response = await fetch(target, { redirect: 'manual', headers: cookies === '' ? {} : { cookie: cookies } })
    this.take(response.headers.getSetCookie(), url.host)
    return response
  }

  cookie(name: string, host = 'svc.test'): string | undefined {
    return this.jar.get(host)?.get(name)
  }

  cookieNames(host = 'svc.test'): string[] {
    return [...(this.jar.get(host)?.keys() ?? [])]
  }

  /** Cookies that a page of the client got with an answer of ours. */
  take(cookies: readonly string[], host = 'svc.test'): void {
    const known = this.jar.get(host) ?? new Map<string, string>()
    this.jar.set(host, known)
    for (const cookie of cookies) {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) known.delete(pair.slice(0, at))
      else known.set(pair.slice(0, at), pair.slice(at + 1))
    }
  }

  /** Who the refresh cookie stands for. */
  async whoAmI(): Promise<Record<string, unknown>> {
    const headers = { Cookie: `svc_refresh=${this.cookie('svc_refresh')}` }
    const { body } = await this.app.anonymous.post('/auth/token/refresh/', undefined, headers)
    return (await this.app.anonymous.get('/auth/me/', { Authorization: `Bearer ${body.access}` })).body
  }
}

/** The error a sign-in ended with, or null; anything but the client's page is a fault of the test. */
export function errorOf(url: URL): string | null {
  if (url.origin !== APP_URL || url.pathname !== '/auth/complete') throw new Error(`ended at ${url}`)
  return url.searchParams.get('error')
}

export async function setUp(owner: TestUser, fields: object): Promise<void> {
  const made = await owner.post('/workspace/sso/providers/', { enabled: true, ...fields })
  if (made.status !== 201) throw new Error(made.text)
}
