import { type Operations, program, project } from './rules.ts'

const hook = { url: 'https://9.9.9.9/hook', events: ['task.created'] }

function operationsOf(at: string, rule: typeof project): Operations {
  const one = `${at}webhooks/{webhookId}/`
  const deliveries = `${one}deliveries/`
  return {
    [`GET ${at}webhooks/`]: rule(1),
    [`POST ${at}webhooks/`]: rule(300, { body: () => hook }),
    [`GET ${one}`]: rule(1),
    [`PUT ${one}`]: rule(300, { body: () => hook }),
    [`PATCH ${one}`]: rule(300, { body: () => ({ format: 'slack' }) }),
    [`DELETE ${one}`]: rule(300),
    [`POST ${one}test/`]: rule(300),
    [`GET ${deliveries}`]: rule(300),
    [`POST ${deliveries}{deliveryId}/redeliver/`]: rule(300),
  }
}

export const webhooksOperations: Operations = {
  ...operationsOf('/projects/{id}/', project),
  ...operationsOf('/programs/{id}/', program),
}
