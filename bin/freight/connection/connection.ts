import { userInfo } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { environmentSettings } from '../../../lib/settings/environments.ts';
import { createDynamoDbAuditWriter } from '../../../shared/accounts/audit/dynamodb-audit-log.ts';
import {
  CONTROL_PLANE_RETRIES,
  createApiGatewayGatewayKeys,
} from '../../../shared/accounts/gateway-plans/api-gateway-gateway-keys.ts';
import { createDynamoDbApiKeyStore } from '../../../shared/accounts/organizations/dynamodb-api-key-store.ts';
import { createDynamoDbKeyDirectory } from '../../../shared/accounts/organizations/dynamodb-key-directory.ts';
import { createDynamoDbOrganizationStore } from '../../../shared/accounts/organizations/dynamodb-organization-store.ts';
import type { Provisioning } from '../../../shared/accounts/provisioning/provisioning.ts';
import { createDynamoDbUsageReader } from '../../../shared/accounts/usage/dynamodb-usage-reader.ts';
import type { ReadUsagePorts } from '../../../shared/accounts/usage/read-usage.ts';
import { type DieselStore, readDieselLookup } from '../../../shared/costs/diesel/diesel-book.ts';
import type { DieselLookup } from '../../../shared/costs/diesel/diesel-lookup.ts';
import { createDynamoDbDieselStore } from '../../../shared/costs/diesel/dynamodb-diesel-store.ts';
import {
  createOrganizationLoadsRemoval,
  type OrganizationLoadsRemoval,
} from '../../../shared/market/publishing/remove-organization-loads.ts';
import { createDynamoDbMarketStore } from '../../../shared/market/store/dynamodb-market-store.ts';
import type { MarketStore } from '../../../shared/market/store/market-store.ts';
import { createHeldUploads, type HeldUploads } from '../../../shared/market/uploads/erase-uploads.ts';
import type { Backups } from '../../../shared/operations/backups/backups.ts';
import { createDynamoDbBackups } from '../../../shared/operations/backups/dynamodb-backups.ts';
import { createDynamoDbRecordExport } from '../../../shared/operations/organization-data/dynamodb-exported-records.ts';
import { createDynamoDbOrganizationDataStore } from '../../../shared/operations/organization-data/dynamodb-organization-data-store.ts';
import type { QuietTimes } from '../../../shared/operations/organization-data/erase-organization.ts';
import type { RecordExport } from '../../../shared/operations/organization-data/export-organization.ts';
import type { OrganizationDataStore } from '../../../shared/operations/organization-data/organization-data-store.ts';
import { KEY_MODES } from '../../../shared/platform/account/account.ts';
import { createDocumentClient } from '../../../shared/platform/dynamodb/document-client.ts';
import type { ObjectStore } from '../../../shared/platform/s3/object-store.ts';
import type { QuoteRecounts } from '../../../shared/quotes/counts/quote-recount.ts';
import {
  createDynamoDbQuoteCopies,
  type QuoteCopies,
} from '../../../shared/quotes/store/dynamodb-quote-copies.ts';
import { createDynamoDbQuoteRecounts } from '../../../shared/quotes/store/dynamodb-quote-recount.ts';
import { createDynamoDbStrategyStore } from '../../../shared/quotes/strategy/dynamodb-strategy-store.ts';
import type { StrategyStore } from '../../../shared/quotes/strategy/strategy-store.ts';
import { createDynamoDbWaitingRfps } from '../../../shared/rfps/store/dynamodb-waiting-rfps.ts';
import { createDynamoDbTerminalStore } from '../../../shared/terminals/catalogue/dynamodb-terminal-store.ts';
import { toListedTerminal } from '../../../shared/terminals/catalogue/terminal-record.ts';
import { createDynamoDbReindexRuns } from '../../../shared/terminals/indexing/dynamodb-reindex-runs.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';
import type { TerminalDirectory } from '../../../shared/terminals/search/terminal-directory.ts';
import { createDynamoDbSnapshotStore } from '../../../shared/terminals/snapshots/dynamodb-snapshot-store.ts';
import type { TerminalWritePorts } from '../../../shared/terminals/snapshots/terminal-write-ports.ts';
import { createSqsEventQueues, type EventQueues } from './event-queues.ts';
import { createAwsFailedEvents, type FailedEventQueues } from './failed-events.ts';
import { createLocalApi, createLocalClock, createLocalSchedules } from './local-host.ts';
import type { SearchDomainFacts } from './search-domain.ts';
import { createSearchIndex, type SearchIndex } from './search-index.ts';
import { createAwsSearchNetwork, type SearchNetwork } from './search-network.ts';
import { resolveTarget, type Target } from './target.ts';

/** The market of a service. */
export interface ServedMarket {
  readonly store: MarketStore;
  /** Terminals and diesel prices as the service has them. */
  readonly terminals: () => Promise<TerminalDirectory>;
  readonly dieselFor: () => Promise<DieselLookup>;
  readonly now: () => Date;
  /** Age in milliseconds from which functions refresh the published market; they use none that is twice as old. */
  readonly refreshMs: number;
}

/** Access to the data of organizations. */
export interface OrganizationDataAccess {
  readonly dataStore: OrganizationDataStore;
  readonly toExported: RecordExport;
  readonly loadsRemoval: OrganizationLoadsRemoval;
  /** Only for a deployment with an upload bucket. */
  readonly uploads?: HeldUploads | undefined;
  readonly quiet: QuietTimes;
}

/** Parts of a service that commands use, local or deployed. */
export interface Connection {
  readonly environment: Target['environment'];
  readonly provisioning: Provisioning;
  readonly terminals: TerminalWritePorts;
  readonly searchIndex: SearchIndex;
  /** Resolves to undefined if the service has no search domain. */
  readonly describeSearchDomain: () => Promise<SearchDomainFacts | undefined>;
  readonly usage: ReadUsagePorts;
  readonly strategies: StrategyStore;
  readonly recounts: QuoteRecounts;
  readonly quoteCopies: QuoteCopies;
  /** `recordedBy`: name of the operator, stored with each change. */
  readonly diesel: { readonly store: DieselStore; readonly recordedBy: string; readonly now: () => Date };
  readonly market: ServedMarket;
  /** Requests the work on RFPs that waited for an organization again; returns how many RFPs. */
  readonly resumeRfps: (orgId: string) => Promise<number>;
  readonly queues: EventQueues;
  readonly data: OrganizationDataAccess;
  /** Upload bucket. @throws CommandFailedError if a deployment has no bucket. */
  readonly uploads: () => Promise<ObjectStore>;
  /** What only a deployment has. */
  readonly deployment?: {
    readonly failedEvents: FailedEventQueues;
    readonly backups: Backups;
    readonly searchNetwork: SearchNetwork;
  };
  /** What only the local service has. */
  readonly local?: {
    readonly api: ReturnType<typeof createLocalApi>;
    readonly clock: ReturnType<typeof createLocalClock>;
    readonly schedules: ReturnType<typeof createLocalSchedules>;
  };
  close(): void;
}

/** A part of a large file can take minutes on a slow connection. */
const UPLOAD_TIMEOUT_MS = 600_000;

/**
 * Connects to the local host, or to the deployment that `environment` names.
 * @param notify receives messages about waiting times.
 * @throws CommandFailedError, UsageError as `resolveTarget` does.
 */
export async function connect(
  environment: string | undefined,
  notify: (line: string) => void,
): Promise<Connection> {
  const target = await resolveTarget(environment);
  const { tables, local } = target;
  const clock = local && createLocalClock(local.controlUrl);
  // Writes use the clock of the service that reads them.
  const aheadMs = (await clock?.read())?.aheadMs ?? 0;
  const now = () => new Date(Date.now() + aheadMs);
  const client = createDocumentClient(target.dynamodb);
  const apiGateway = new APIGatewayClient({ ...CONTROL_PLANE_RETRIES, ...target.control });
  const queues = createSqsEventQueues(target);
  const terminals = createDynamoDbTerminalStore(client, tables.terminals);
  const audit = createDynamoDbAuditWriter(tables.audit);
  const dieselStore = createDynamoDbDieselStore(client, tables.market);
  const settings = environmentSettings(target.environment);
  const market: ServedMarket = {
    store: createDynamoDbMarketStore(client, tables.market, { audit, now }),
    terminals: async () => buildEmbeddedDirectory((await terminals.all()).map(toListedTerminal)),
    dieselFor: () => readDieselLookup(dieselStore),
    now,
    refreshMs: settings.marketRefreshSeconds * 1000,
  };
  const uploads = () => uploadsOf(target);
  const waitingRfps = createDynamoDbWaitingRfps({ client, rfpsTable: tables.rfps }, now);
  return {
    environment: target.environment,
    provisioning: {
      organizations: createDynamoDbOrganizationStore({ client, table: tables.organizations, audit, now }),
      keys: createDynamoDbApiKeyStore({ client, TableName: tables.organizations, audit }),
      gatewayKeys: gatewayKeysOf(apiGateway, target, notify),
      // The settings of this version size a deployment for these plans.
      ...(local === undefined && settings.plans !== undefined
        ? { capacity: { environment: target.environment, ...settings.plans } }
        : {}),
      now,
    },
    terminals: { store: terminals, snapshots: createDynamoDbSnapshotStore(client, tables.terminals), now },
    searchIndex: createSearchIndex(target, createDynamoDbReindexRuns(client, tables.terminals)),
    describeSearchDomain: target.describeSearchDomain,
    usage: {
      reader: createDynamoDbUsageReader({
        ...{ client, organizationsTable: tables.organizations, usageTable: tables.usage },
      }),
      now,
    },
    strategies: createDynamoDbStrategyStore({ client, TableName: tables.strategies, audit }),
    recounts: createDynamoDbQuoteRecounts({ client, TableName: tables.quotes }),
    quoteCopies: createDynamoDbQuoteCopies({ client, TableName: tables.quotes, now }),
    diesel: { store: dieselStore, recordedBy: operatorName(), now },
    market,
    queues,
    data: {
      dataStore: createDynamoDbOrganizationDataStore({ client, tables }),
      toExported: createDynamoDbRecordExport({ client, tables }),
      loadsRemoval: createOrganizationLoadsRemoval(market),
      uploads: createHeldUploads(uploads),
      quiet: target.quiet,
    },
    uploads,
    resumeRfps: async (orgId) => {
      const counts = await Promise.all(KEY_MODES.map((mode) => waitingRfps.resume({ orgId, mode })));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    ...(local === undefined || clock === undefined
      ? { deployment: deploymentOf(target, client) }
      : {
          local: {
            api: createLocalApi(local, createDynamoDbKeyDirectory(client, tables.organizations)),
            clock,
            schedules: createLocalSchedules(local.controlUrl),
          },
        }),
    close: () => {
      client.destroy();
      apiGateway.destroy();
      queues.close();
    },
  };
}

const deploymentOf = (
  { environment, tables, sqs, control: lambda, searchSubnets }: Target,
  client: ReturnType<typeof createDocumentClient>,
): NonNullable<Connection['deployment']> => ({
  backups: createDynamoDbBackups({ client, environment, tables, pause: (ms: number) => pause(ms) }),
  searchNetwork: createAwsSearchNetwork(environment, searchSubnets),
  failedEvents: createAwsFailedEvents({ environment, sqs, lambda, streams: {} }),
});

/** Gateway keys that report how long they wait until a new key is usable. */
function gatewayKeysOf(
  apiGateway: APIGatewayClient,
  { gateway }: Target,
  notify: (line: string) => void,
): Provisioning['gatewayKeys'] {
  const gatewayKeys = createApiGatewayGatewayKeys(apiGateway, gateway, { notify });
  return {
    ...gatewayKeys,
    waitUntilUsable: async () => {
      const seconds = gateway.propagationMs / 1000;
      if (seconds > 0) notify(`Waiting ${seconds} seconds until API Gateway accepts the new key ...`);
      await gatewayKeys.waitUntilUsable();
    },
  };
}

async function uploadsOf({ uploadsBucket, s3 }: Target): Promise<ObjectStore> {
  const [{ createS3Client }, { createS3ObjectStore }] = await Promise.all([
    import('../../../shared/platform/s3/s3-client.ts'),
    import('../../../shared/platform/s3/s3-object-store.ts'),
  ]);
  const client = createS3Client({ ...s3, timeoutMs: UPLOAD_TIMEOUT_MS });
  return createS3ObjectStore({ client, bucket: await uploadsBucket() });
}

/** Operating system user that runs the command; `operator` if the user has no name, as in a container. */
function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'operator';
  }
}
