// What the module exports. Memory is imported; the caller lays it out by `layout.ts`.

export { delayBlock, groupBlock, shareBlock } from './causes'
export { backwardPass, forwardPass, gatherTasks } from './critical-path'
export { backwardDates, forwardDates, gatherDates } from './general-path'
export { floatDates, holdBackDates } from './hold-back'
export { packedBackward, packedForward } from './packed-path'
export { probeIssue } from './probe'
export { adjustBlock, correlateBlock, sampleBlock } from './sampling'
export { forwardBlock, forwardTables, traceBlock, traceTables } from './simulation'
export { correlateStairs, stairBlock, wideStairs } from './stairs'
export { wideDelay, wideGroup, wideShare } from './wide-causes'
export { wideForward, wideTrace } from './wide-passes'
export { wideAdjust, wideSample } from './wide-sampling'
