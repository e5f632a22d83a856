import { existsSync } from 'node:fs';
import { demoFile } from '../../lib/local/data-folder.ts';
import { readState, writeWhole } from '../../lib/local/stored-state.ts';
import { type DemoOrganization, provisionDemo } from '../../shared/accounts/provisioning/provision-demo.ts';
import type { Provisioning } from '../../shared/accounts/provisioning/provisioning.ts';
import { loadTerminals } from '../../shared/terminals/catalogue/embedded-terminals.ts';
import { loadCatalogue } from '../../shared/terminals/management/load-catalogue.ts';
import { type Connection, connect } from '../freight/connection/connection.ts';

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
  const stored = !ephemeral && existsSync(file) ? readState<DemoOrganization>(file) : undefined;
  if (stored !== undefined && (await isProvisioned(provisioning, stored.orgId))) return stored;
  const demo = await provisionDemo(provisioning);
  writeWhole(file, JSON.stringify(demo));
  return demo;
}

/** Whether both the database and the gateway contain the organization; one of them can have been removed. */
async function isProvisioned({ organizations, gatewayKeys }: Provisioning, orgId: string): Promise<boolean> {
  const organization = await organizations.find(orgId);
  if (organization === undefined) return false;
  return (await gatewayKeys.listCreated()).some(({ id }) => id === organization.gatewayKey.id);
}

/**
 * Loads the terminals, and creates the demo organization if necessary.
 * @returns the demo organization.
 * @throws LocalSetupError if the file of the key is not readable.
 */
export async function loadInitialData(dataDir: string, ephemeral: boolean): Promise<DemoOrganization> {
  process.env.FREIGHT_LOCAL_DIR = dataDir;
  const connection = await connect(undefined, console.error);
  try {
    await loadCatalogue(connection.terminals, loadTerminals());
    return await demoOrganization(dataDir, ephemeral, connection);
  } finally {
    connection.close();
  }
}
