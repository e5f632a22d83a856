import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { demoFile } from '../../lib/local/demo-file.ts';
import { LocalSetupError } from '../../lib/local/local-setup-error.ts';
import { type DemoOrganization, provisionDemo } from '../../shared/accounts/provisioning/provision-demo.ts';
import type { Provisioning } from '../../shared/accounts/provisioning/provisioning.ts';
import type { Connection } from '../freight/connection/connection.ts';

/**
 * The demo organization's key: made at the first start, and kept in the data folder, where `freight listen` and
 * `freight trigger` find it. Where the tables or
 * the gateway do not know its organization any more, another one is made.
 * @throws LocalSetupError when the file that keeps it cannot be read.
 */
export async function demoKey(
  dataDir: string,
  ephemeral: boolean,
  { provisioning }: Pick<Connection, 'provisioning'>,
): Promise<string> {
  const file = demoFile(dataDir, ephemeral);
  const kept = !ephemeral && existsSync(file) ? await readDemo(file) : undefined;
  if (kept !== undefined && (await isServed(provisioning, kept.orgId))) return kept.apiKey;
  const demo = await provisionDemo(provisioning);
  // Renamed when complete: a kill in the middle leaves none, and the next start makes another.
  await writeFile(`${file}.unfinished`, JSON.stringify(demo), { mode: 0o600 });
  await rename(`${file}.unfinished`, file);
  return demo.apiKey;
}

/** Whether calls of an organization get through: the database or the gateway's file may have been removed alone. */
async function isServed({ organizations, gatewayKeys }: Provisioning, orgId: string): Promise<boolean> {
  const organization = await organizations.find(orgId);
  if (organization === undefined) return false;
  return (await gatewayKeys.listCreated()).some(({ id }) => id === organization.gatewayKey.id);
}

async function readDemo(file: string): Promise<DemoOrganization> {
  try {
    const { orgId, apiKey } = JSON.parse(await readFile(file, 'utf8')) as Partial<DemoOrganization>;
    if (typeof orgId === 'string' && typeof apiKey === 'string') return { orgId, apiKey };
  } catch {
    // Said below, as for a file of another shape.
  }
  throw new LocalSetupError(`${file} is damaged. Remove ${dirname(file)} to start with nothing.`);
}
