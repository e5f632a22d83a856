import { readFileSync } from 'node:fs';
import type { Terminal } from './terminal.ts';

let loaded: readonly Terminal[] | undefined;

/**
 * Reads the catalogue of terminals in the bundle, once.
 * @throws Error if the file is missing or is not JSON.
 */
export function loadTerminals(): readonly Terminal[] {
  loaded ??= JSON.parse(
    readFileSync(new URL('./data/terminals.json', import.meta.url), 'utf8'),
  ) as readonly Terminal[];
  return loaded;
}
