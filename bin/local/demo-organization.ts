import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { demoFile } from '../../lib/local/data-folder.ts';
import { LocalSetupError } from '../../lib/local/local-setup-error.ts';
import { type DemoOrganization, provisionDemo } from '../../shared/accounts/provisioning/provision-demo.ts';
import type { Provisioning } from '../../shared/accounts/provisioning/provisioning.ts';
import type { Connection } from '../freight/connection/connection.ts';

/**
 * The demo organization with its API key. The first start creates it and stores it in the data folder for `freight listen`
 * and `freight trigger`. If the tables or the gateway no longer contain the organization, a new one is created.
 * @throws LocalSetupError if the file of the key is not readable.
 */
export async function demoOrganization(
  dataDir: string,
  ephemeral: boolean,
  { provisioning }: Pick<Connection, 'provisioning'>,
): Promise<DemoOrganization> {
  const file = demoFile(dataDir, ephemeral);
  const stored = !ephemeral && existsSync(file) ? await readDemo(file) : undefined;
  if (stored !== undefined && (await isProvisioned(provisioning, stored.orgId))) return stored;
  const demo = await provisionDemo(provisioning);
  // Atomic: an interrupted write leaves no file, and the next start creates a new key.
  await writeFile(`${file}.unfinished`, JSON.stringify(demo), { mode: 0o600 });
  await rename(`${file}.unfinished`, file);
  return demo;
}

/** Whether both the database and the gateway contain the organization; one of them can have been removed. */
async function isProvisioned({ organizations, gatewayKeys }: Provisioning, orgId: string): Promise<boolean> {
  const organization = await organizations.find(orgId);
  if (organization === undefined) return false;
  return (await gatewayKeys.listCreated()).some(({ id }) => id === organization.gatewayKey.id);
}

async function readDemo(file: string): Promise<DemoOrganization> {
  try {
    const { orgId, apiKey } = JSON.parse(await readFile(file, 'utf8')) as Partial<DemoOrganization>;
    if (typeof orgId === 'string' && typeof apiKey === 'string') return { orgId, apiKey };
  } catch {
    // Reported below, as for invalid content.
  }
  throw new LocalSetupError(`${file} is damaged. Remove ${dirname(file)} to start without data.`);
}
