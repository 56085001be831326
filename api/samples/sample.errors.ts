import { Refusal } from '../platform/errors.ts'

export const unknownSample = (key: string) => new Refusal(400, `There is no sample called "${key}".`)

/** A program with a real project in it, or with none at all, is no sample. */
export const notASample = () => new Refusal(400, 'This program is not a sample.', { code: 'not_a_sample' })

export const noAnchorRecorded = () =>
  new Refusal(400, 'It is not recorded which date this sample was laid around.', { code: 'no_anchor_recorded' })
