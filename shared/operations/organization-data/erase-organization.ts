import type { Organization } from '../../accounts/organizations/organization.ts';
import type { Provisioning } from '../../accounts/provisioning/provisioning.ts';
import type { OrganizationLoadsRemoval } from '../../market/publishing/remove-organization-loads.ts';
import type { HeldUploads } from '../../market/uploads/erase-uploads.ts';
import {
  countHeld,
  type HeldCounts,
  type HeldKind,
  HOLDING_TABLES,
  isOwnRow,
  totalOf,
} from './held-record.ts';
import type { Holdings } from './holdings.ts';

/** Rounds of deletion before it is said that somebody still writes. */
const MOST_ROUNDS = 3;

/** How long an organization's data may still be written, in milliseconds. */
export interface QuietTimes {
  /** By its calls, from its suspension on. */
  readonly callsEndAfter: number;
  /** By deliveries that were under way when their webhooks went. */
  readonly sendersEndAfter: number;
}

export interface ErasureParts {
  readonly provisioning: Provisioning;
  readonly holdings: Holdings;
  readonly loadsRemoval: OrganizationLoadsRemoval;
  /** Only where the service has a bucket of uploads. */
  readonly uploads?: HeldUploads | undefined;
  readonly quiet: QuietTimes;
  readonly pause: (ms: number) => Promise<void>;
  readonly tell: (line: string) => void;
}

export interface HeldOf {
  readonly counts: HeldCounts;
  /** Keys and usage plans in API Gateway. */
  readonly gateway: { readonly keys: number; readonly plans: number };
  /** Objects in the bucket of uploads; absent where there is none. */
  readonly uploads?: number;
}

export type ErasureResult =
  | { readonly outcome: 'erased'; readonly erased: HeldOf }
  | { readonly outcome: 'active' }
  /** What a recount still found after several rounds. */
  | { readonly outcome: 'left-over'; readonly left: HeldOf };

/** Counts what there is of an organization, in tables and in API Gateway. */
export async function countHoldings(
  { holdings, provisioning, uploads }: Pick<ErasureParts, 'holdings' | 'provisioning' | 'uploads'>,
  orgId: string,
): Promise<HeldOf> {
  const counts: Partial<Record<HeldKind, number>> = {};
  for (const table of HOLDING_TABLES) {
    for await (const page of holdings.read(table, orgId)) countHeld(counts, page);
  }
  const made = (await provisioning.gatewayKeys.listMade()).filter((resource) => resource.orgId === orgId);
  const keys = made.filter(({ kind }) => kind === 'key').length;
  return {
    counts,
    gateway: { keys, plans: made.length - keys },
    ...(uploads === undefined ? {} : { uploads: await uploads.count(orgId) }),
  };
}

export const holdsNothing = ({ counts, gateway, uploads = 0 }: HeldOf): boolean =>
  totalOf(counts) + gateway.keys + gateway.plans + uploads === 0;

/**
 * Erases an organization: everything that tables and the bucket hold of it in both modes, its gateway keys and plans,
 * and its own record last. From the first step on it cannot be resumed. Cut off anywhere, the same call again goes on; of two at
 * once each does part of it. It ends with a recount, and deletes what came meanwhile.
 */
export async function eraseOrganization(parts: ErasureParts, orgId: string): Promise<ErasureResult> {
  const { provisioning, tell } = parts;
  const { organizations, now } = provisioning;
  const begun = await organizations.beginErasure(orgId, now().toISOString());
  if (begun === 'active') return { outcome: 'active' };

  const erased: Partial<Record<HeldKind, number>> = {};
  const gateway = { keys: 0, plans: 0 };
  let uploads = 0;
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const organization = await organizations.find(orgId);
    for (const table of HOLDING_TABLES) {
      if (table === 'organizations') continue;
      const before = totalOf(erased);
      // What others are answered from is counted anew while its loads still say what that concerns.
      if (table === 'market') await parts.loadsRemoval.removeLoads(orgId, tell);
      await empty(parts, table, orgId, erased);
      if (table === 'market') await parts.loadsRemoval.removeOwner(orgId);
      if (totalOf(erased) > before) tell(`${table}: ${totalOf(erased) - before} records erased`);
      if (table === 'webhooks') await untilQuiet(parts, organization, totalOf(erased) > before);
    }
    // No import begins a step for an organization that is not active, so that nothing is written there any more.
    uploads += (await parts.uploads?.erase(orgId)) ?? 0;
    const gone = await eraseGateway(provisioning, orgId, organization);
    gateway.keys += gone.keys;
    gateway.plans += gone.plans;
    await empty(parts, 'organizations', orgId, erased);
    if (await organizations.remove(orgId)) erased.organization = 1;
    tell('Counting again ...');
    if (holdsNothing(await countHoldings(parts, orgId))) {
      const ofBucket = parts.uploads === undefined ? {} : { uploads };
      return { outcome: 'erased', erased: { counts: erased, gateway, ...ofBucket } };
    }
  }
  return { outcome: 'left-over', left: await countHoldings(parts, orgId) };
}

async function empty(
  { holdings }: ErasureParts,
  table: (typeof HOLDING_TABLES)[number],
  orgId: string,
  erased: Partial<Record<HeldKind, number>>,
): Promise<void> {
  for await (const page of holdings.read(table, orgId)) {
    const going = page.filter(({ kind }) => kind !== 'organization');
    await holdings.delete(going.filter(({ kind }) => isOwnRow(kind)));
    countHeld(erased, going);
  }
}

/** Waits until no call and no delivery that began before can write any more. */
async function untilQuiet(
  { provisioning, quiet, pause, tell }: ErasureParts,
  organization: Organization | undefined,
  hadWebhooks: boolean,
): Promise<void> {
  if (organization === undefined) return;
  const suspendedAt = Date.parse(organization.suspendedAt ?? organization.erasingSince ?? '');
  const calls = suspendedAt + quiet.callsEndAfter - provisioning.now().getTime();
  const remainingMs = Math.max(calls, hadWebhooks ? quiet.sendersEndAfter : 0);
  if (!(remainingMs > 0)) return;
  tell(`Waiting ${Math.ceil(remainingMs / 1000)} seconds for calls and deliveries under way to end ...`);
  await pause(remainingMs);
}

async function eraseGateway(
  { gatewayKeys }: Provisioning,
  orgId: string,
  organization: Organization | undefined,
): Promise<{ keys: number; plans: number }> {
  const made = (await gatewayKeys.listMade()).filter((resource) => resource.orgId === orgId);
  const ids = (kind: 'key' | 'plan') => made.filter((one) => one.kind === kind).map(({ id }) => id);
  // Those on record, too: what was named by hand is found by nobody else.
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
