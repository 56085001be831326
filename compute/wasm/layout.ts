// The one memory map of the WebAssembly kernel, in parts that AssemblyScript imports one by one: nothing but whole-number
// constants may stand in them. A header is a row of 32-bit slots; their names are byte offsets of slots, and a slot whose
// name ends in ADDRESS holds the address of a region.

export * from './layout/calendars.ts'
export * from './layout/dates.ts'
export * from './layout/network.ts'
export * from './layout/risks.ts'
export * from './layout/simulation.ts'
export * from './layout/values.ts'
export * from './layout/wide-lanes.ts'
export * from './layout/windows.ts'
export * from './layout/workdays.ts'
