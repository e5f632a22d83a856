import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Checkpoints } from './table-stream.ts';

/**
 * How far streams have been read, in a file; absent keeps it in memory. Where the file cannot be read all is read again
 * from the beginning, as any stream may be.
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
