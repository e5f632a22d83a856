import type { Organization } from '../../accounts/organizations/organization.ts';
import type { Provisioning } from '../../accounts/provisioning/provisioning.ts';
import type { OrganizationLoadsRemoval } from '../../market/importing/share-loads.ts';
import type { HeldUploads } from '../../uploads/erase-uploads.ts';
import type { OrganizationDataStore } from './dynamodb-organization-data-store.ts';
import {
  addToCounts,
  isOwnRow,
  ORGANIZATION_TABLES,
  type RecordCounts,
  type RecordKind,
  totalOf,
} from './organization-record.ts';

/** Rounds of deletion before the erasure reports that data is still being written. */
const MAX_ROUNDS = 3;

/** How long calls and deliveries of a suspended organization can continue, in milliseconds. */
export interface QuietTimes {
  /** Calls that write data, counted from the suspension. */
  readonly callsEndAfter: number;
  /** Deliveries that were in progress when their webhooks were deleted. */
  readonly sendersEndAfter: number;
  /** Calls that an authorizer permits with a deleted API key from its cache. */
  readonly cachedKeysEndAfter: number;
}

export interface ErasureParts {
  readonly provisioning: Provisioning;
  readonly dataStore: OrganizationDataStore;
  readonly loadsRemoval: OrganizationLoadsRemoval;
  /** Absent if the service has no upload bucket. */
  readonly uploads?: HeldUploads | undefined;
  readonly quiet: QuietTimes;
  readonly pause: (ms: number) => Promise<void>;
  readonly notify: (line: string) => void;
}

export interface OrganizationDataCounts {
  readonly counts: RecordCounts;
  /** Keys and usage plans in API Gateway. */
  readonly gateway: { readonly keys: number; readonly plans: number };
  /** Objects in the upload bucket; absent if there is no bucket. */
  readonly uploads?: number;
}

export type ErasureResult =
  | { readonly outcome: 'erased'; readonly erased: OrganizationDataCounts }
  | { readonly outcome: 'active' }
  /** Data that a recount still found after all rounds. */
  | { readonly outcome: 'left-over'; readonly left: OrganizationDataCounts };

/** Counts the data of an organization in tables, API Gateway and the upload bucket. */
export async function countOrganizationData(
  { dataStore, provisioning, uploads }: Pick<ErasureParts, 'dataStore' | 'provisioning' | 'uploads'>,
  orgId: string,
): Promise<OrganizationDataCounts> {
  const counts: Partial<Record<RecordKind, number>> = {};
  for (const table of ORGANIZATION_TABLES) {
    for await (const page of dataStore.read(table, orgId)) addToCounts(counts, page);
  }
  const made = (await provisioning.gatewayKeys.listCreated()).filter((resource) => resource.orgId === orgId);
  const keys = made.filter(({ kind }) => kind === 'key').length;
  return {
    counts,
    gateway: { keys, plans: made.length - keys },
    ...(uploads === undefined ? {} : { uploads: await uploads.count(orgId) }),
  };
}

export const isWithoutData = ({ counts, gateway, uploads = 0 }: OrganizationDataCounts): boolean =>
  totalOf(counts) + gateway.keys + gateway.plans + uploads === 0;

/**
 * Erases all data of an organization in both modes, its gateway keys and plans, and its own record last. After the first
 * step it cannot be resumed. An interrupted erasure continues with the next call, and concurrent calls are safe. A
 * recount at the end finds records written in the meantime; the erasure deletes them in a further round.
 */
export async function eraseOrganization(parts: ErasureParts, orgId: string): Promise<ErasureResult> {
  const { provisioning, notify } = parts;
  const { organizations, now } = provisioning;
  const begun = await organizations.beginErasure(orgId, now().toISOString());
  if (begun === 'active') return { outcome: 'active' };

  const erased: Partial<Record<RecordKind, number>> = {};
  const gateway = { keys: 0, plans: 0 };
  let uploads = 0;
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const organization = await organizations.find(orgId);
    for (const table of ORGANIZATION_TABLES) {
      if (table === 'organizations') continue;
      const before = totalOf(erased);
      // Shared market cells are recomputed before the loads are deleted, because the loads name the affected cells.
      if (table === 'market') await parts.loadsRemoval.removeLoads(orgId, notify);
      await empty(parts, table, orgId, erased);
      if (table === 'market') await parts.loadsRemoval.removeOwner(orgId);
      if (totalOf(erased) > before) notify(`${table}: ${totalOf(erased) - before} records erased`);
      if (table === 'webhooks') await untilQuiet(parts, organization, totalOf(erased) > before);
    }
    // Imports start no step for an inactive organization, so no new objects are written.
    uploads += (await parts.uploads?.erase(orgId)) ?? 0;
    await eraseApiKeys(parts, orgId, erased);
    const gone = await eraseGateway(provisioning, orgId, organization);
    gateway.keys += gone.keys;
    gateway.plans += gone.plans;
    await empty(parts, 'organizations', orgId, erased);
    if (await organizations.remove(orgId)) erased.organization = 1;
    notify('Counting remaining records ...');
    if (isWithoutData(await countOrganizationData(parts, orgId))) {
      const ofBucket = parts.uploads === undefined ? {} : { uploads };
      return { outcome: 'erased', erased: { counts: erased, gateway, ...ofBucket } };
    }
  }
  return { outcome: 'left-over', left: await countOrganizationData(parts, orgId) };
}

async function empty(
  { dataStore }: ErasureParts,
  table: (typeof ORGANIZATION_TABLES)[number],
  orgId: string,
  erased: Partial<Record<RecordKind, number>>,
): Promise<void> {
  for await (const page of dataStore.read(table, orgId)) {
    const going = page.filter(({ kind }) => kind !== 'organization');
    await dataStore.delete(going.filter(({ kind }) => isOwnRow(kind)));
    addToCounts(erased, going);
  }
}

/**
 * Deletes API keys and waits until no authorizer has them in its cache: without their gateway key, calls with a cached
 * key are errors of the gateway. `empty` deletes the registers later, so that a repeated erasure waits again.
 */
async function eraseApiKeys(
  { dataStore, quiet, pause, notify }: ErasureParts,
  orgId: string,
  erased: Partial<Record<RecordKind, number>>,
): Promise<void> {
  let hadKeys = false;
  for await (const page of dataStore.read('organizations', orgId)) {
    const keys = page.filter(({ kind }) => kind === 'key' || kind === 'key-id');
    hadKeys ||= page.some(({ kind }) => kind !== 'organization');
    await dataStore.delete(keys);
    addToCounts(erased, keys);
  }
  if (!hadKeys || quiet.cachedKeysEndAfter === 0) return;
  notify(`Waiting ${Math.ceil(quiet.cachedKeysEndAfter / 1000)} seconds until no API key is cached ...`);
  await pause(quiet.cachedKeysEndAfter);
}

/** Waits until earlier calls and deliveries can no longer write. */
async function untilQuiet(
  { provisioning, quiet, pause, notify }: ErasureParts,
  organization: Organization | undefined,
  hadWebhooks: boolean,
): Promise<void> {
  if (organization === undefined) return;
  const suspendedAt = Date.parse(organization.suspendedAt ?? organization.erasingSince ?? '');
  const calls = suspendedAt + quiet.callsEndAfter - provisioning.now().getTime();
  const remainingMs = Math.max(calls, hadWebhooks ? quiet.sendersEndAfter : 0);
  if (!(remainingMs > 0)) return;
  notify(`Waiting ${Math.ceil(remainingMs / 1000)} seconds for calls and deliveries in progress to end ...`);
  await pause(remainingMs);
}

async function eraseGateway(
  { gatewayKeys }: Provisioning,
  orgId: string,
  organization: Organization | undefined,
): Promise<{ keys: number; plans: number }> {
  const made = (await gatewayKeys.listCreated()).filter((resource) => resource.orgId === orgId);
  const ids = (kind: 'key' | 'plan') => made.filter((one) => one.kind === kind).map(({ id }) => id);
  // Includes recorded ids: resources that were renamed manually are not in the list.
  const keys = new Set([
    ...ids('key'),
    ...(organization === undefined
      ? []
      : [organization.gatewayKey.id, ...organization.retiring.map(({ id }) => id)]),
  ]);
  const plans = new Set([
    ...ids('plan'),
    ...(organization?.retiring.flatMap(({ planId }) => (planId === undefined ? [] : [planId])) ?? []),
    ...(organization?.plan.name === 'enterprise' ? [organization.gatewayKey.planId] : []),
  ]);
  for (const id of keys) await gatewayKeys.deleteKey(id);
  for (const id of plans) await gatewayKeys.deletePlan(id);
  return { keys: keys.size, plans: plans.size };
}
