import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { LocalSetupError } from './local-setup-error.ts';

/** A value that survives restarts in a JSON file. */
export interface StoredState<State> {
  get(): State;
  set(state: State): void;
}

/** Writes a private file. Atomic: an interrupted write leaves the old one, and a reader never sees a part. */
export function writeWhole(file: string, content: string): void {
  writeFileSync(`${file}.unfinished`, content, { mode: 0o600 });
  renameSync(`${file}.unfinished`, file);
}

/** @param file absent = in memory. @throws LocalSetupError if the file exists and contains no object. */
export function storedState<State extends object>(
  file: string | undefined,
  first: State,
): StoredState<State> {
  let state = file !== undefined && existsSync(file) ? readState<State>(file) : first;
  return {
    get: () => state,
    set: (next) => {
      if (file !== undefined) writeWhole(file, JSON.stringify(next));
      state = next;
    },
  };
}

/** @throws LocalSetupError if the file contains no object. */
export function readState<State>(file: string): State {
  try {
    const state = JSON.parse(readFileSync(file, 'utf8'));
    if (Object(state) === state) return state;
  } catch {
    // Reported below, as for another value.
  }
  throw new LocalSetupError(`${file} is damaged. Remove ${dirname(file)} to start without data.`);
}
