import { Refusal } from '../platform/errors.ts'

export const unknownSample = (key: string) => new Refusal(400, `There is no sample called "${key}".`)
