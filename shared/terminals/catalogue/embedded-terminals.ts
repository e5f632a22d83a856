import { readFileSync } from 'node:fs';
import type { Terminal } from './terminal.ts';

let loaded: readonly Terminal[] | undefined;

/**
 * The catalogue of terminals shipped with the code, read on first use.
 * @throws when the file is missing or no JSON: nothing can be answered without it.
 */
export function loadTerminals(): readonly Terminal[] {
  loaded ??= JSON.parse(
    readFileSync(new URL('./data/terminals.json', import.meta.url), 'utf8'),
  ) as readonly Terminal[];
  return loaded;
}
