/** Yields the pages of several readers in order of arrival. Keeps at most one page of each reader in memory. */
export async function* mergePages<Page>(readers: readonly AsyncGenerator<Page>[]): AsyncGenerator<Page> {
  const next = async (reader: AsyncGenerator<Page>) => ({ reader, result: await reader.next() });
  const waiting = new Map(readers.map((reader) => [reader, next(reader)]));
  try {
    while (waiting.size > 0) {
      const { reader, result } = await Promise.race(waiting.values());
      if (result.done) waiting.delete(reader);
      else {
        waiting.set(reader, next(reader));
        yield result.value;
      }
    }
  } finally {
    // If the consumer stops or fails, wait for pending requests so that no rejection is unhandled.
    await Promise.allSettled(waiting.values());
  }
}
