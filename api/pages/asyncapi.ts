import { definedEvents } from '../platform/events/define-event.ts'
import { SOCKET_EVENTS, type SocketEventShape } from '../platform/events/socket-events.ts'
// Told by jobs, whose modules an API process does not load.
import '../schedule/schedule.events.ts'
import '../sprints/close/close.events.ts'
import { PING, WEBHOOK_EVENTS } from '../webhooks/webhook-events.ts'
import { webhookFields } from '../webhooks/webhook-fields.ts'

const TICKET_RULE =
  'Ask `POST /api/v1/ws/ticket/` for a ticket and connect with `?ticket=`: it is valid for 30 seconds and once. Subscribing needs Team Member or above. Closed with 4001 where the ticket is missing or used up, with 4003 where the right is missing or was taken, with 1001 at a restart: then connect again with `?since=` and the last `seq` you saw.'
const SINCE_RULE =
  'With `since` the events after that number come first, in order and marked `replayed`; where they are no longer kept, or are too many, `resync_required` comes instead: read anew. Events whose `seq` is null are shown to open sockets alone.'

const PACE_RULE =
  'Frames that follow each other closely may arrive together where many listen, each still a message of its own. While people write without a pause, one computation of the dates speaks for several writes: its frames tell what all of them changed. A frame of a task stands for the phases above it too, which show what is below; whatever names a `task_id` hangs on that task.'

/** Told by the sockets themselves and kept nowhere. */
const PASSING = new Set(['presence_join', 'presence_leave'])

/**
 * The sockets and the outgoing webhooks as an AsyncAPI 3 document, made of the table of names and of what the rooms
 * declare: a name that nothing causes is not in it.
 */
export function asyncApiDocument(facts: { readonly version: string; readonly publicUrl: string }): object {
  const { host, protocol } = new URL(facts.publicUrl)
  const kept = new Map(definedEvents().flatMap(({ socket, isKept }) => (socket === null ? [] : [[socket, isKept]])))
  const frames = SOCKET_EVENTS.filter(({ name }) => kept.has(name) || PASSING.has(name))
  const messages = {
    ...Object.fromEntries(frames.map((event) => [event.name, frameMessage(event, kept.get(event.name) === true)])),
    resync_required: resyncMessage,
    ...Object.fromEntries([...WEBHOOK_EVENTS, PING].map((name) => [name, webhookMessage(name)])),
  }
  const frameNames = [...frames.map(({ name }) => name), 'resync_required']
  const webhookNames = [...WEBHOOK_EVENTS, PING]
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Project scheduling service: sockets and webhooks',
      version: facts.version,
      description:
        'What the service tells by itself: frames on the socket of a project, and calls of the webhooks of projects and programs.',
      tags: [
        { name: 'sockets', description: 'Frames, by what they are about.' },
        { name: 'webhooks', description: 'Signed calls.' },
      ],
      license: { name: 'Apache-2.0' },
    },
    defaultContentType: 'application/json',
    servers: { sockets: { host, pathname: '/ws/v1', protocol: protocol === 'https:' ? 'wss' : 'ws' } },
    channels: { project: projectChannel(frameNames), webhook: webhookChannel(webhookNames) },
    operations: {
      tellProject: {
        action: 'send',
        description: 'Every change of a project, to everybody who has its socket open.',
        channel: ref('channels/project'),
        messages: inChannel('project', frameNames),
      },
      callWebhook: {
        action: 'send',
        description: 'A POST to the address of a webhook whose list of events names what happened.',
        channel: ref('channels/webhook'),
        messages: inChannel('webhook', webhookNames),
      },
    },
    components: { messages },
  }
}

const ref = (path: string) => ({ $ref: `#/${path}` })

function inChannel(channel: string, names: readonly string[]) {
  return names.map((name) => ref(`channels/${channel}/messages/${name}`))
}

function messagesOf(names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, ref(`components/messages/${name}`)]))
}

function projectChannel(names: readonly string[]): object {
  return {
    address: '/projects/{projectId}/',
    description: `${TICKET_RULE} ${SINCE_RULE} ${PACE_RULE}`,
    servers: [ref('servers/sockets')],
    parameters: { projectId: { description: 'Id of the project.' } },
    messages: messagesOf(names),
    bindings: {
      ws: {
        method: 'GET',
        query: {
          type: 'object',
          required: ['ticket'],
          properties: { ticket: { type: 'string' }, since: { type: 'integer', minimum: 0 } },
        },
      },
    },
  }
}

function webhookChannel(names: readonly string[]): object {
  return {
    address: null,
    description:
      'The `url` of a webhook of a project or program, called by POST. Reject what was signed more than 300 seconds ago, compare the signature, and leave out a delivery that you have: it is sent at least once, in no certain order. A webhook of the format `slack` gets a chat message with the same `_meta` instead.',
    messages: messagesOf(names),
    bindings: { http: { method: 'POST' } },
  }
}

function frameMessage({ name, group, keys, moreKeys }: SocketEventShape, isKept: boolean): object {
  return {
    name,
    tags: [{ name: group }],
    payload: {
      type: 'object',
      required: ['protocol_version', 'event_type', 'payload', 'seq'],
      properties: {
        protocol_version: { const: 1 },
        event_type: { const: name },
        payload: payloadOf(keys, moreKeys),
        seq: isKept ? { type: 'integer', description: 'number in the project, without gaps' } : { type: 'null' },
        ...(isKept ? { replayed: { const: true } } : {}),
      },
    },
  }
}

function payloadOf(keys: readonly string[], moreKeys: readonly string[]): object {
  return {
    type: 'object',
    required: keys,
    properties: Object.fromEntries([...keys, ...moreKeys].map((key) => [key, schemaOf(key)])),
  }
}

const KINDS: readonly (readonly [RegExp, object])[] = [
  [/^short_id$/, { type: 'string' }],
  [
    /^(actor_id|author_id|parent_id|scope_change_sprint_id|assignee|previous_assignee|owner)$/,
    { type: ['string', 'null'], format: 'uuid' },
  ],
  [/^(project|sprint|task|predecessor|successor)$/, { type: 'string', format: 'uuid' }],
  [/(^|_)id$/, { type: 'string', format: 'uuid' }],
  [/(^|_)ids$|^critical_path$/, { type: 'array', items: { type: 'string', format: 'uuid' } }],
  [/^changed_fields$/, { type: 'array', items: { type: 'string' } }],
  [
    /^(version|count|attempt_count|old_duration|new_duration|duration|lag|mention_count|sprint_count|external_recipient_count)$/,
    { type: 'integer' },
  ],
  [
    /^(pinned|decision|demo_ready|terminal|truncated|binding_drifted|sprint_scope_changed|is_scrum_master|is_product_owner|velocity_suppressed|has_cpm_dates)$/,
    { type: 'boolean' },
  ],
  [/^ts$/, { type: 'string', format: 'date-time' }],
  [/^(project_finish|status_date|cpm_finish|p50|p80)$/, { type: ['string', 'null'], format: 'date' }],
]

/** A key means the same in every event, so that its name says what it holds; of others nothing is said. */
function schemaOf(key: string): object {
  return KINDS.find(([pattern]) => pattern.test(key))?.[1] ?? {}
}

const resyncMessage = {
  name: 'resync_required',
  payload: {
    type: 'object',
    required: ['protocol_version', 'event_type', 'payload', 'seq'],
    properties: {
      protocol_version: { const: 1 },
      event_type: { const: 'resync_required' },
      payload: { type: 'object', required: ['latest_seq'], properties: { latest_seq: { type: 'integer' } } },
      seq: { type: 'null' },
    },
  },
}

function webhookMessage(name: string): object {
  const text = (pattern: string) => ({ type: 'string', pattern })
  const { always, sometimes } = webhookFields(name)
  return {
    name,
    headers: {
      type: 'object',
      properties: {
        'X-Svc-Event': { const: name },
        'X-Svc-Delivery': { type: 'string', format: 'uuid' },
        'X-Svc-Signature-V2': text('^t=[0-9]+,v1=[0-9a-f]{64}$'),
        'X-Svc-Signature': { ...text('^sha256=[0-9a-f]{64}$'), deprecated: true },
        'X-Svc-Webhook-Sequence': text('^[0-9]+$'),
      },
    },
    payload: {
      type: 'object',
      required: ['_meta', ...always],
      properties: {
        ...Object.fromEntries([...always, ...sometimes].map((key) => [key, schemaOf(key)])),
        _meta: { type: 'object', required: ['sequence'], properties: { sequence: { type: 'integer', minimum: 1 } } },
      },
    },
  }
}
