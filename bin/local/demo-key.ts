import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LocalSetupError } from '../../lib/local/local-setup-error.ts';
import { provisionDemo } from '../../shared/organizations/provision-demo.ts';
import type { Connection } from '../freight/connection.ts';

/**
 * The demo organization's key: made at the first start, and kept beside the data it is a key to.
 * @throws LocalSetupError when the file that keeps it cannot be read.
 */
export async function demoKey(
  dataDir: string,
  ephemeral: boolean,
  { provisioning }: Connection,
): Promise<string> {
  const file = join(dataDir, 'demo.json');
  if (!ephemeral && existsSync(file)) return readDemoKey(file);
  const demo = await provisionDemo(provisioning);
  if (!ephemeral) {
    // Renamed when complete: a kill in the middle leaves none, and the next start makes another.
    await writeFile(`${file}.unfinished`, JSON.stringify(demo), { mode: 0o600 });
    await rename(`${file}.unfinished`, file);
  }
  return demo.apiKey;
}

async function readDemoKey(file: string): Promise<string> {
  try {
    const { apiKey } = JSON.parse(await readFile(file, 'utf8')) as { apiKey?: unknown };
    if (typeof apiKey === 'string') return apiKey;
  } catch {
    // Said below, as for a file of another shape.
  }
  throw new LocalSetupError(`${file} is damaged. Remove ${dirname(file)} to start with nothing.`);
}
