import { userInfo } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
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
import { createDynamoDbDieselStore } from '../../../shared/costs/diesel/dynamodb-diesel-store.ts';
import { createDynamoDbMarketStore } from '../../../shared/market/store/dynamodb-market-store.ts';
import type { Backups } from '../../../shared/operations/backups/backups.ts';
import { createDynamoDbBackups } from '../../../shared/operations/backups/dynamodb-backups.ts';
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
import { createDynamoDbSnapshotStore } from '../../../shared/terminals/snapshots/dynamodb-snapshot-store.ts';
import type { TerminalWritePorts } from '../../../shared/terminals/snapshots/terminal-write-ports.ts';
import { type Alarms, createAwsAlarms } from './aws-alarms.ts';
import { createAwsFailedEvents, type FailedEventQueues } from './aws-failed-events.ts';
import { createAwsSearchNetwork } from './aws-search-network.ts';
import { createSqsEventQueues, type EventQueues } from './event-queues.ts';
import { createLocalApi, type LocalApi } from './local-api.ts';
import { createLocalClock, type LocalClock } from './local-clock.ts';
import { createLocalSchedules, type LocalSchedules } from './local-schedules.ts';
import type { ServedMarket } from './market-management.ts';
import { createOrganizationDataAccess, type OrganizationDataAccess } from './organization-data.ts';
import type { SearchDomainFacts } from './search-domain.ts';
import { createSearchIndex, type SearchIndex } from './search-index.ts';
import type { SearchNetwork } from './search-release.ts';
import { resolveTarget, type Target } from './target.ts';

/** Parts of a service that commands use, local or deployed. */
export interface Connection {
  readonly provisioning: Provisioning;
  readonly terminals: TerminalWritePorts;
  readonly searchIndex: SearchIndex;
  /** Resolves to undefined if the service has no search domain. */
  readonly describeSearchDomain: () => Promise<SearchDomainFacts | undefined>;
  readonly usage: ReadUsagePorts;
  readonly strategies: StrategyStore;
  readonly recounts: QuoteRecounts;
  readonly quoteCopies: QuoteCopies;
  readonly diesel: {
    readonly store: DieselStore;
    /** Name of the operator, stored with each change. */
    readonly recordedBy: string;
    readonly now: () => Date;
  };
  readonly market: ServedMarket;
  /** Requests the work on RFPs that waited for an organization again; returns how many RFPs. */
  readonly resumeRfps: (orgId: string) => Promise<number>;
  readonly queues: EventQueues;
  readonly data: OrganizationDataAccess;
  /** Only for a deployment. */
  readonly failedEvents?: FailedEventQueues;
  /** Only for a deployment. */
  readonly backups?: Backups;
  /** Only for a deployment. */
  readonly alarms?: Alarms;
  /** Only for a deployment. */
  readonly searchNetwork?: SearchNetwork;
  /** Upload bucket. @throws CommandFailedError if a deployment has no bucket. */
  readonly uploads: () => Promise<ObjectStore>;
  /** Only for the local service. */
  readonly schedules?: LocalSchedules;
  /** Only for the local service. */
  readonly localApi?: LocalApi;
  /** Only for the local service. */
  readonly clock?: LocalClock;
  close(): void;
}

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
  const clock = target.controlUrl === undefined ? undefined : createLocalClock(target.controlUrl);
  // Writes use the clock of the service that reads them.
  const aheadMs = (await clock?.read())?.aheadMs ?? 0;
  const now = () => new Date(Date.now() + aheadMs);
  const documents = createDocumentClient(target.dynamodb);
  const apiGateway = new APIGatewayClient({ ...CONTROL_PLANE_RETRIES, ...target.apiGateway });
  const gatewayKeys = createApiGatewayGatewayKeys(apiGateway, target.gateway, { notify });
  const { propagationMs } = target.gateway;
  const queues = createSqsEventQueues(target);
  const terminals = createDynamoDbTerminalStore(documents, target.tables.terminals);
  const audit = createDynamoDbAuditWriter(target.tables.audit);
  const dieselStore = createDynamoDbDieselStore(documents, target.tables.market);
  const market: ServedMarket = {
    store: createDynamoDbMarketStore(documents, target.tables.market, { audit, now }),
    terminals: async () => buildEmbeddedDirectory((await terminals.all()).map(toListedTerminal)),
    dieselFor: () => readDieselLookup(dieselStore),
    now,
    refreshMs: environmentSettings(target.environment).marketRefreshSeconds * 1000,
  };
  const uploads = uploadsOf(target);
  const waitingRfps = createDynamoDbWaitingRfps({ client: documents, rfpsTable: target.tables.rfps }, now);
  return {
    provisioning: {
      organizations: createDynamoDbOrganizationStore({
        client: documents,
        table: target.tables.organizations,
        audit,
        now,
      }),
      keys: createDynamoDbApiKeyStore({ client: documents, TableName: target.tables.organizations, audit }),
      gatewayKeys: {
        ...gatewayKeys,
        waitUntilUsable: async () => {
          if (propagationMs > 0)
            notify(`Waiting ${propagationMs / 1000} seconds until API Gateway accepts the new key ...`);
          await gatewayKeys.waitUntilUsable();
        },
      },
      ...capacityOf(target),
      now,
    },
    terminals: {
      store: terminals,
      snapshots: createDynamoDbSnapshotStore(documents, target.tables.terminals),
      now,
    },
    searchIndex: createSearchIndex({
      lambda: target.lambda,
      functionArn: target.reindexFunctionArn,
      runs: createDynamoDbReindexRuns(documents, target.tables.terminals),
    }),
    describeSearchDomain: target.describeSearchDomain,
    usage: {
      reader: createDynamoDbUsageReader({
        client: documents,
        organizationsTable: target.tables.organizations,
        usageTable: target.tables.usage,
      }),
      now,
    },
    strategies: createDynamoDbStrategyStore({
      client: documents,
      TableName: target.tables.strategies,
      audit,
    }),
    recounts: createDynamoDbQuoteRecounts({ client: documents, TableName: target.tables.quotes }),
    quoteCopies: createDynamoDbQuoteCopies({ client: documents, TableName: target.tables.quotes, now }),
    diesel: {
      store: dieselStore,
      recordedBy: operatorName(),
      now,
    },
    market,
    queues,
    data: createOrganizationDataAccess(documents, target, market, uploads),
    ...(target.local === undefined
      ? {
          backups: createDynamoDbBackups(backedUp(documents, target)),
          alarms: createAwsAlarms(target.environment),
          searchNetwork: createAwsSearchNetwork(target.environment),
          failedEvents: createAwsFailedEvents({
            environment: target.environment,
            sqs: target.sqs,
            lambda: target.lambda,
            streams: {},
          }),
        }
      : {}),
    uploads,
    resumeRfps: async (orgId) => {
      const counts = await Promise.all(KEY_MODES.map((mode) => waitingRfps.resume({ orgId, mode })));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    ...(target.local === undefined
      ? {}
      : {
          localApi: createLocalApi(
            target.local,
            createDynamoDbKeyDirectory(documents, target.tables.organizations),
          ),
        }),
    ...(clock === undefined ? {} : { clock }),
    ...(target.controlUrl === undefined ? {} : { schedules: createLocalSchedules(target.controlUrl) }),
    close: () => {
      documents.destroy();
      apiGateway.destroy();
      queues.close();
    },
  };
}

/** Plans that the settings of this version size a deployment for. */
function capacityOf({ local, environment }: Target): Pick<Provisioning, 'capacity'> {
  const { plans } = environmentSettings(environment);
  return local !== undefined || plans === undefined ? {} : { capacity: { environment, ...plans } };
}

/** A part of a large file can take minutes on a slow connection. */
const UPLOAD_TIMEOUT_MS = 600_000;

const uploadsOf =
  ({ uploadsBucket, s3 }: Pick<Target, 'uploadsBucket' | 's3'>) =>
  async (): Promise<ObjectStore> => {
    // Loaded on demand: other commands do not need it.
    const [{ createS3Client }, { createS3ObjectStore }] = await Promise.all([
      import('../../../shared/platform/s3/s3-client.ts'),
      import('../../../shared/platform/s3/s3-object-store.ts'),
    ]);
    const client = createS3Client({ ...s3, timeoutMs: UPLOAD_TIMEOUT_MS });
    return createS3ObjectStore({ client, bucket: await uploadsBucket() });
  };

/** What backups need of a deployment. */
const backedUp = (client: DynamoDBDocumentClient, target: Target) => ({
  client,
  environment: target.environment,
  tables: target.tables,
  pause: (ms: number) => pause(ms),
});

/** Operating system user that runs the command; `operator` if the user has no name. */
function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container can run as a user without a name.
    return 'operator';
  }
}
