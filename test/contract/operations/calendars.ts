import { account, catalog, type Operations, project } from './rules.ts'

export const calendarsOperations: Operations = {
  'GET /calendars/': account(),
  'POST /calendars/': catalog({ body: () => ({ name: 'Six days', working_days: 63 }) }),
  'GET /calendars/{id}/': account(),
  'PUT /calendars/{id}/': catalog({ body: () => ({ name: 'Renamed' }) }),
  'PATCH /calendars/{id}/': catalog({ body: () => ({ name: 'Renamed' }) }),
  'DELETE /calendars/{id}/': catalog(),
  'GET /calendars/{id}/exceptions/': account(),
  'POST /calendars/{id}/exceptions/': catalog({ body: () => ({ exc_start: '2026-05-01', exc_end: '2026-05-01' }) }),
  'GET /calendars/{id}/exceptions/{exceptionId}/': account(),
  'PUT /calendars/{id}/exceptions/{exceptionId}/': catalog({
    body: () => ({ exc_start: '2026-05-01', exc_end: '2026-05-02' }),
  }),
  'PATCH /calendars/{id}/exceptions/{exceptionId}/': catalog({ body: () => ({ description: 'Yard closed' }) }),
  'DELETE /calendars/{id}/exceptions/{exceptionId}/': catalog(),
  'GET /projects/{id}/calendars/': project(1),
  'PUT /projects/{id}/calendars/': project(200, { body: (ids) => ({ base_calendar_id: ids.calendar, overlays: [] }) }),
  'GET /projects/{id}/calendars/preview/': project(1, { query: () => '?start=2026-01-01&end=2026-01-31' }),
}
