import type { RenderedPage } from '../../pictures/page.ts'
import { escapeText } from '../../pictures/svg.ts'
import { framed } from './frame.ts'

export interface SignInFacts {
  /** Where to go afterwards: a path of this service. */
  readonly next: string
  readonly providers: readonly { readonly slug: string; readonly display_name: string }[]
  /** What went wrong before. */
  readonly trouble?: string
}

export function signInPage({ next, providers, trouble }: SignInFacts): RenderedPage {
  const ways = providers.map(
    ({ slug, display_name }) =>
      `<p><a href="/api/v1/auth/oidc/login/?provider=${encodeURIComponent(slug)}">Sign in with ${escapeText(display_name)}</a></p>`,
  )
  const told = trouble === undefined ? '' : `<p class="notice" role="alert">${escapeText(trouble)}</p>`
  const main = `<h1>Sign in</h1>${told}
<form class="stack" method="post" action="/sign-in/"><input type="hidden" name="next" value="${escapeText(next)}">
<label>User name or e-mail <input name="username" autocomplete="username" required maxlength="254"></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required maxlength="1024"></label>
<label class="check"><input name="remember" type="checkbox" value="1"> Stay signed in on this device</label>
<button>Sign in</button></form>
${ways.join('\n')}
<p><a href="/">Start page</a></p>`
  return framed({ title: 'Sign in', person: null, main })
}
