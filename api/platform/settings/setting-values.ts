import type { Setting } from './setting-kinds.ts'
import type { settings } from './settings.ts'

type Pascal<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Capitalize<Lowercase<Head>>}${Pascal<Rest>}`
  : Capitalize<Lowercase<Name>>
type ConfigKey<Name extends string> = Uncapitalize<Name extends `SVC_${infer Rest}` ? Pascal<Rest> : Pascal<Name>>
type Settings = typeof settings
/** The settings as they are given, before anything is derived. */
export type SettingValues = {
  [Name in keyof Settings as ConfigKey<Name>]: Settings[Name] extends Setting<infer T> ? T : never
}

/** One setting that cannot be used. */
export interface ConfigFault {
  name: string
  /** What the setting holds, secrets masked. */
  holds: string
  allowed: string
}
