// Batches concurrent calls made in the same event-loop turn into one statement (DataLoader pattern). bench/lookup.ts
// measures the gain; a lone call costs nothing extra.

/** `load` returns its results in the order of the inputs; if it fails, every call of the batch fails. */
export function createBatcher<Input, Result>(
  load: (inputs: Input[]) => Promise<Result[]>,
  maxBatchSize: number,
): (input: Input) => Promise<Result> {
  let batch: Input[] = []
  let results: Promise<Result[]> | undefined

  return input => {
    if (results === undefined || batch.length >= maxBatchSize) {
      const newBatch: Input[] = []
      batch = newBatch
      results = afterThisTurn().then(() => {
        if (batch === newBatch) results = undefined
        return load(newBatch)
      })
    }
    const index = batch.push(input) - 1
    return results.then(all => all[index] as Result)
  }
}

/** Resolves after all requests that arrived in this turn of the event loop have been read. */
function afterThisTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve))
}
