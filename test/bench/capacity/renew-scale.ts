import { readFile, writeFile } from 'node:fs/promises';
import type { Measured } from './measured-operation.ts';
import { withTables } from './scale-tables.ts';

const MEASURED = new URL('./measured.json', import.meta.url);
const DOCUMENT = new URL('../../../docs/explanation/scale.md', import.meta.url);

/** Updates the tables of docs/explanation/scale.md from new measurements or, without them, from the stored ones. */
export async function renewScale(now?: Measured): Promise<void> {
  if (now !== undefined) await writeFile(MEASURED, `${JSON.stringify(now, undefined, 2)}\n`);
  const measured = now ?? (JSON.parse(await readFile(MEASURED, 'utf8')) as Measured);
  await writeFile(DOCUMENT, withTables(await readFile(DOCUMENT, 'utf8'), measured));
}
