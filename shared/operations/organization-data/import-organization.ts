import { planIdFor } from '../../accounts/gateway-plans/plan-id.ts';
import { fromOrganizationItem } from '../../accounts/organizations/dynamodb-organization-items.ts';
import type { Organization } from '../../accounts/organizations/organization.ts';
import { planFault } from '../../accounts/provisioning/plan-capacity.ts';
import type { Provisioning } from '../../accounts/provisioning/provisioning.ts';
import { KEY_MODES } from '../../platform/account/account.ts';
import { chunk } from '../../platform/collections/chunk.ts';
import { IMPORTED_ATTRIBUTE } from '../../quotes/store/dynamodb-quote-items.ts';
import type { SecretSealing } from '../../webhooks/secrets/webhook-secrets.ts';
import { newWebhookSecret } from '../../webhooks/sending/sign-payload.ts';
import { type CheckedRfps, checkRfps } from './imported-rfps.ts';
import type { OrganizationDataStore } from './organization-data-store.ts';
import {
  addToCounts,
  ORGANIZATION_TABLES,
  type OrganizationRecord,
  type RecordCounts,
  type RecordKind,
} from './organization-record.ts';

/** Port: a validated export. */
export interface ImportSource {
  readonly orgId: string;
  /** Identifies the export: an interrupted import continues only with the same one. */
  readonly fingerprint: string;
  /** The stored item of the organization, without its gateway key. */
  readonly organization: Readonly<Record<string, unknown>>;
  /** All records, in the order of the export. */
  readonly pages: () => AsyncIterable<readonly OrganizationRecord[]>;
}

export interface ImportParts {
  readonly provisioning: Provisioning;
  readonly dataStore: Pick<OrganizationDataStore, 'read' | 'put'>;
  readonly sealing: SecretSealing;
  readonly notify: (line: string) => void;
}

export type ImportResult =
  | {
      readonly outcome: 'imported';
      readonly organization: Organization;
      readonly counts: RecordCounts;
      /** Ids of RFPs that were being priced or changed at the export. */
      readonly failedRfps: readonly string[];
    }
  /** The organization exists, another export is being imported, or another run completed the import. */
  | { readonly outcome: 'exists' }
  /** Tables have data of the organization, without its own record. */
  | { readonly outcome: 'has-data'; readonly kind: RecordKind }
  /** The account or the environment cannot carry its plan. */
  | { readonly outcome: 'over-capacity'; readonly fault: string };

/** Concurrent calls of KMS. */
const SEALED_AT_ONCE = 8;

/** The organization of an export. @throws ValiError if the item is invalid. */
export const exportedOrganization = (item: Readonly<Record<string, unknown>>): Organization =>
  fromOrganizationItem({ ...item, gatewayKeyId: '-', gatewayKeyValue: '-', usagePlanId: '-', retiring: {} });

/**
 * Imports an organization under its id. It is suspended, so that nothing is sent or called meanwhile. After a crash, a
 * repeated import of the same export continues: every write has the same effect twice.
 */
export async function importOrganization(parts: ImportParts, source: ImportSource): Promise<ImportResult> {
  const { provisioning, dataStore, notify } = parts;
  const { organizations, now } = provisioning;
  const { orgId, fingerprint } = source;
  const at = now().toISOString();
  let organization = await organizations.find(orgId);
  if (organization === undefined) {
    const kind = await kindOfData(dataStore, orgId);
    if (kind !== undefined) return { outcome: 'has-data', kind };
    const fault = await planFault(provisioning, exportedOrganization(source.organization).plan);
    if (fault !== undefined) return { outcome: 'over-capacity', fault };
    organization = await createSuspended(provisioning, source);
  } else {
    notify(`Continuing the import of ${orgId} ...`);
  }
  if (organization?.importing !== fingerprint) return { outcome: 'exists' };

  const rfps = await checkRfps(source.pages());
  const counts: Partial<Record<RecordKind, number>> = { organization: 1 };
  for await (const page of source.pages()) {
    const records = page.filter((record) => record.kind !== 'organization' && !rfps.isOfNoRfp(record));
    for (const group of chunk(records, SEALED_AT_ONCE)) {
      const imported = await Promise.all(group.map((record) => toImported(record, rfps, parts.sealing, at)));
      // Another run can have completed the import, and the data is live. The read and the write are not atomic.
      const current = await organizations.find(orgId);
      if (current?.importing !== fingerprint) return { outcome: 'exists' };
      await dataStore.put(imported);
    }
    addToCounts(counts, records);
  }
  await organizations.endImport(orgId, fingerprint);
  const { importing: _, ...imported } = organization;
  return { outcome: 'imported', organization: imported, counts, failedRfps: rfps.failed };
}

/** The kind of a record that the tables have of an organization; undefined if they have none. */
async function kindOfData(
  dataStore: Pick<OrganizationDataStore, 'read'>,
  orgId: string,
): Promise<RecordKind | undefined> {
  for (const table of ORGANIZATION_TABLES) {
    for await (const [first] of dataStore.read(table, orgId)) if (first !== undefined) return first.kind;
  }
  return undefined;
}

/** The gateway key comes first, as for new organizations: `cleanUpGateway` deletes one that a crash leaves. */
async function createSuspended(
  { organizations, gatewayKeys, now }: Provisioning,
  { orgId, organization: item, fingerprint }: ImportSource,
): Promise<Organization | undefined> {
  const exported = exportedOrganization(item);
  const planId = await planIdFor(gatewayKeys, exported.plan, orgId, now());
  const gatewayKey = await gatewayKeys.createKeyInPlan(orgId, planId, now());
  await gatewayKeys.waitUntilUsable();
  await organizations.createImported({
    ...exported,
    status: 'suspended',
    suspendedAt: exported.suspendedAt ?? now().toISOString(),
    gatewayKey,
    importing: fingerprint,
  });
  return organizations.find(orgId);
}

/**
 * Webhooks get a new signing secret that is never shown: their owners rotate it. Imported quotes and RFPs send no events.
 */
async function toImported(
  record: OrganizationRecord,
  rfps: CheckedRfps,
  sealing: SecretSealing,
  createdAt: string,
): Promise<OrganizationRecord> {
  const { kind, key, item } = record;
  if (kind === 'quote') return { ...record, item: { ...item, [IMPORTED_ATTRIBUTE]: true } };
  if (kind === 'rfp') return rfps.toImported(record);
  if (kind !== 'webhook') return record;
  const [orgId = '', modeName] = String(key.pk).split('#');
  const mode = KEY_MODES.find((known) => known === modeName);
  if (mode === undefined) throw new TypeError(`The webhook ${key.sk} has no mode`);
  const ciphertext = await sealing.seal(newWebhookSecret(), { orgId, mode, webhookId: String(key.sk) });
  return { ...record, item: { ...item, secret: { ciphertext, createdAt } } };
}
