// Stands in for the importer inside a thread and behaves as the worst file would make it.

export default function misbehave({ fileName }: { fileName: string }): unknown {
  switch (fileName) {
    case 'loop':
      for (;;);
    case 'heap': {
      const kept: number[][] = []
      for (;;) kept.push(new Array<number>(100_000).fill(kept.length))
    }
    case 'exit':
      return process.exit(3)
    case 'throw':
      throw new Error('a fault of ours')
    case 'slow': {
      const until = performance.now() + 250
      while (performance.now() < until);
      return { ok: true, result: { plan: null, preview: null }, parseMs: 250 }
    }
    default:
      return { ok: true, result: { plan: null, preview: null }, parseMs: 0 }
  }
}
