import t from 'tap'
import { NumberSet, TaskPlaces } from '../../importers/plan-file/build/task-places.ts'
import type { RawTask } from '../../importers/plan-file/raw-project.ts'

t.test('tasks are found by unique ids, small and absurd ones', async (t) => {
  const uids = [0, 1, 7, 5000, 2 ** 31, 2 ** 40 + 1, Number.MAX_SAFE_INTEGER]
  const places = new TaskPlaces(uids.map((uid) => ({ uid }) as RawTask))
  for (const [place, uid] of uids.entries()) t.equal(places.of(uid), place, String(uid))
  for (const uid of [-1, 2, 4999, 2 ** 31 + 1, 2 ** 40, Number.NaN]) t.equal(places.of(uid), -1, String(uid))
})

t.test('a set of numbers knows what it holds, also where many fall on one slot', async (t) => {
  const set = new NumberSet(20_000)
  const numbers = Array.from({ length: 20_000 }, (_, i) => (i % 2 === 0 ? i : i * 2 ** 32))
  t.ok(numbers.every((number) => set.add(number)))
  t.notOk(numbers.some((number) => set.add(number)))
  t.ok(new NumberSet(0).add(5), 'room for one more than announced')
})
