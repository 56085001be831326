// What the module exports. Memory is imported; the caller lays it out by `layout.ts`.

export { backwardPass, forwardPass } from './critical-path'
export { adjustBlock, forwardHalf, sampleBlock, traceHalf } from './simulation'
