import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Checkpoints } from './table-stream.ts';

/**
 * Stores the position in each stream shard in a file; absent = in memory. If the file is not readable, streams are read
 * again from the beginning.
 */
export function createCheckpoints(file?: string): Checkpoints {
  const read = new Map<string, string>(Object.entries(file === undefined ? {} : readState(file)));
  return {
    get: (shardId) => read.get(shardId),
    set: (shardId, sequenceNumber) => {
      read.set(shardId, sequenceNumber);
      if (file === undefined) return;
      writeFileSync(`${file}.unfinished`, JSON.stringify(Object.fromEntries(read)));
      renameSync(`${file}.unfinished`, file);
    },
  };
}

function readState(file: string): Record<string, string> {
  try {
    return Object(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}
