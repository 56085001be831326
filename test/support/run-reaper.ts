/** `node run-reaper.ts FOLDER`: when its input ends, ends what runs in that folder and removes it. Started by `scratch-folder.ts`. */
import { removeRun } from './test-runs.ts'

const [folder = ''] = process.argv.slice(2)
process.stdin.resume().once('end', () => removeRun(folder))
