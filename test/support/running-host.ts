import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publishedValues } from '../../bin/freight/connection/target.ts';
import type { HostFile } from '../../lib/local/data-folder.ts';

/** The host that runs in a data folder, and what its stacks publish. */
export async function runningHost(dataDir: string) {
  const host = JSON.parse(await readFile(join(dataDir, 'host.json'), 'utf8')) as HostFile;
  return { ...host, ...publishedValues('local', host.parameters) };
}
