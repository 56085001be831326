// What the module exports. Memory is imported and laid out by `layout.ts`.

export { learnWanted } from './names'
export { begin, scan } from './scan-tags'
