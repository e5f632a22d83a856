import { readFile, writeFile } from 'node:fs/promises';
import type { Measured } from './measured-operation.ts';
import { withTables } from './scale-tables.ts';

const MEASURED = new URL('./measured.json', import.meta.url);
const DOCUMENT = new URL('../../../docs/scale.md', import.meta.url);

/** Makes the tables of docs/scale.md anew, from what was measured now or, without it, before. */
export async function renewScale(now?: Measured): Promise<void> {
  if (now !== undefined) await writeFile(MEASURED, `${JSON.stringify(now, undefined, 2)}\n`);
  const measured = now ?? (JSON.parse(await readFile(MEASURED, 'utf8')) as Measured);
  await writeFile(DOCUMENT, withTables(await readFile(DOCUMENT, 'utf8'), measured));
}
