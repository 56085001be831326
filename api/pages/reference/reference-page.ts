import { digest, finishPage, type RenderedPage } from '../../pictures/page.ts'
import { VIEWER_PATH } from './serve-viewer.ts'

const TITLE = 'Project scheduling service: API reference'

/**
 * How the viewer is set up: it reads the document of the service that it came from, sends what is tried to that service
 * alone, keeps no token, and offers nothing that lies elsewhere.
 */
const START = `Scalar.createApiReference('#reference', {
  url: '/api/v1/schema/',
  servers: [{ url: location.origin }],
  operationTitleSource: 'summary',
  documentDownloadType: 'json',
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
})`

/** The page of the API reference: a frame for the viewer, which reads the published OpenAPI document. */
export function referencePage(): RenderedPage {
  return finishPage({
    title: TITLE,
    head: '',
    body: `<noscript>This page needs scripts. The same as data: <a href="/api/v1/schema/">OpenAPI 3.1</a>.</noscript>
<div id="reference"></div>
<script src="${VIEWER_PATH}"></script>
<script>${START}</script>`,
    allowed: [
      `script-src 'self' '${digest(START)}'`,
      // The viewer writes styles into the page while it runs, which no digest can name beforehand.
      "style-src 'unsafe-inline'",
      'img-src data:',
      "connect-src 'self'",
    ],
    isInteractive: false,
  })
}
