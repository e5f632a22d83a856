/** Pages of several readers as they come, one of each in memory. */
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
    // Whoever stops reading, or fails, leaves no request behind whose failure nobody hears of.
    await Promise.allSettled(waiting.values());
  }
}
