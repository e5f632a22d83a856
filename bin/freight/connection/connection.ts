import { setTimeout as pause } from 'node:timers/promises';
import { QUEUE_NAMES, type QueueName } from '../../../functions/definition-types.ts';
import { settingsOf } from '../../../lib/settings/operator-settings.ts';
import { createDynamoDbAuditWriter } from '../../../shared/accounts/audit/dynamodb-audit-log.ts';
import { createDynamoDbApiKeyStore } from '../../../shared/accounts/organizations/dynamodb-api-key-store.ts';
import { createDynamoDbKeyDirectory } from '../../../shared/accounts/organizations/dynamodb-key-directory.ts';
import { createDynamoDbOrganizationStore } from '../../../shared/accounts/organizations/dynamodb-organization-store.ts';
import type { Provisioning } from '../../../shared/accounts/provisioning/provisioning.ts';
import { createDynamoDbUsageReader } from '../../../shared/accounts/usage/dynamodb-usage-reader.ts';
import { readDieselLookup } from '../../../shared/costs/diesel/diesel-lookup.ts';
import { createDynamoDbDieselStore } from '../../../shared/costs/diesel/dynamodb-diesel-store.ts';
import { createDynamoDbBenchmarks } from '../../../shared/costs/trailers/dynamodb-benchmarks.ts';
import { createOrganizationLoadsRemoval } from '../../../shared/market/importing/share-loads.ts';
import { createDynamoDbLaneReader } from '../../../shared/market/published/dynamodb-market-source.ts';
import { createDynamoDbMarketStore } from '../../../shared/market/store/dynamodb-market-store.ts';
import { createDynamoDbBackups } from '../../../shared/operations/backups/dynamodb-backups.ts';
import { createDynamoDbRecordExport } from '../../../shared/operations/organization-data/dynamodb-exported-records.ts';
import { createDynamoDbOrganizationDataStore } from '../../../shared/operations/organization-data/dynamodb-organization-data-store.ts';
import { KEY_MODES } from '../../../shared/platform/account/account.ts';
import { batchGet } from '../../../shared/platform/dynamodb/batch-get.ts';
import { createDocumentClient } from '../../../shared/platform/dynamodb/document-client.ts';
import type { ObjectStore } from '../../../shared/platform/s3/s3-object-store.ts';
import { createDynamoDbQuoteCopies } from '../../../shared/quotes/store/dynamodb-quote-copies.ts';
import { createDynamoDbQuoteRecounts } from '../../../shared/quotes/store/dynamodb-quote-recount.ts';
import { createDynamoDbStrategies } from '../../../shared/quotes/strategy/dynamodb-strategies.ts';
import { createDynamoDbRfpRequests } from '../../../shared/rfps/store/dynamodb-rfp-requests.ts';
import { createDynamoDbTerminalStore } from '../../../shared/terminals/catalogue/dynamodb-terminal-store.ts';
import { toListedTerminal } from '../../../shared/terminals/catalogue/terminal-record.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';
import { createDynamoDbSnapshotStore } from '../../../shared/terminals/snapshots/dynamodb-snapshot-store.ts';
import { createHeldUploads, type HeldUploads } from '../../../shared/uploads/erase-uploads.ts';
import { resumeImports } from '../../../shared/uploads/waiting-imports.ts';
import { createSqsEventQueues } from './event-queues.ts';
import { createAwsFailedEvents } from './failed-events.ts';
import { createLocalApi, createLocalClock, createLocalSchedules } from './local-host.ts';
import { createSearchIndex } from './search-index.ts';
import { resolveTarget, type Target } from './target.ts';

/** Parts of a service that commands use, local or deployed. */
export type Connection = Awaited<ReturnType<typeof connect>>;

/** The market of a service. `refreshMs`: age from which functions refresh it; they use none that is twice as old. */
export type ServedMarket = Connection['market'];

/** A part of a large file can take minutes on a slow connection. */
const UPLOAD_TIMEOUT_MS = 600_000;

/** Connects to the local host, or to a deployment. @param notify receives messages about waiting times. */
export async function connect(environment: string | undefined, notify: (line: string) => void) {
  const target = await resolveTarget(environment);
  const { published, local, environment: name } = target;
  const { tables } = published;
  const clock = local && createLocalClock(local.controlUrl);
  // Writes use the clock of the service that reads them.
  const aheadMs = (await clock?.read())?.aheadMs ?? 0;
  const now = () => new Date(Date.now() + aheadMs);
  const client = createDocumentClient(target.dynamodb);
  const queues = createSqsEventQueues(target.sqs, published.queueUrl);
  const terminals = createDynamoDbTerminalStore(client, tables.terminals);
  const audit = createDynamoDbAuditWriter(tables.audit);
  const dieselStore = createDynamoDbDieselStore(client, tables.market);
  // Stored with each change of diesel prices and published rates.
  const recordedBy = process.env.USER ?? process.env.USERNAME ?? 'operator';
  const settings = settingsOf(target.environment);
  const market = {
    store: createDynamoDbMarketStore(client, tables.market, { audit, now }),
    lanes: createDynamoDbLaneReader((requested) => batchGet(client, requested), tables.market),
    terminals: async () => buildEmbeddedDirectory((await terminals.all()).map(toListedTerminal)),
    dieselFor: () => readDieselLookup(dieselStore),
    now,
    refreshMs: settings.marketRefreshSeconds * 1000,
  };
  const uploads = async () => objectsOf(target, published.uploadsBucket());
  const waitingRfps = createDynamoDbRfpRequests({ client, rfpsTable: tables.rfps }, now);
  const provisioning: Provisioning = {
    organizations: createDynamoDbOrganizationStore({ client, table: tables.organizations, audit, now }),
    keys: createDynamoDbApiKeyStore({ client, TableName: tables.organizations, audit }),
    gatewayKeys: target.gatewayKeys(notify),
    // The settings of this version size a deployment for these plans.
    ...(local === undefined && settings.plans !== undefined
      ? { capacity: { environment: target.environment, ...settings.plans } }
      : {}),
    now,
  };
  return {
    environment: target.environment,
    provisioning,
    terminals: { store: terminals, snapshots: createDynamoDbSnapshotStore(client, tables.terminals), now },
    searchIndex: createSearchIndex(target),
    describeSearchDomain: target.describeSearchDomain,
    usage: {
      reader: createDynamoDbUsageReader({
        ...{ client, organizationsTable: tables.organizations, usageTable: tables.usage },
      }),
      now,
    },
    strategies: createDynamoDbStrategies(client, tables.strategies),
    recounts: createDynamoDbQuoteRecounts({ client, TableName: tables.quotes }),
    quoteCopies: createDynamoDbQuoteCopies({ client, TableName: tables.quotes, now }),
    diesel: { store: dieselStore, recordedBy, now },
    benchmarks: { store: createDynamoDbBenchmarks(client, tables.market), recordedBy, now },
    market,
    queues,
    queueNames: (settings.mailDomain === undefined
      ? QUEUE_NAMES
      : [...QUEUE_NAMES, 'mails']) as readonly QueueName[],
    data: {
      dataStore: createDynamoDbOrganizationDataStore({ client, tables }),
      toExported: createDynamoDbRecordExport({ client, tables }),
      loadsRemoval: createOrganizationLoadsRemoval(market),
      uploads: createHeldUploads(uploads) as HeldUploads | undefined,
      quiet: target.quiet,
    },
    uploads,
    /** Imports that waited for an organization go on; returns how many. */
    resumeImports: async (orgId: string) =>
      resumeImports(await uploads(), (await queues.withDeadLetters('uploads')).queue, orgId),
    /** Requests the work on RFPs that waited for an organization again; returns how many RFPs. */
    resumeRfps: async (orgId: string) => {
      const counts = await Promise.all(KEY_MODES.map((mode) => waitingRfps.resume({ orgId, mode })));
      return counts.reduce((sum, count) => sum + count, 0);
    },
    /** What only a deployment has. */
    deployment:
      local === undefined
        ? {
            backups: createDynamoDbBackups({
              client,
              environment: name,
              tables,
              pause: (ms: number) => pause(ms),
            }),
            failedEvents: createAwsFailedEvents(name, published.parameters, {
              sqs: target.sqs,
              lambda: target.control,
              streams: {},
            }),
          }
        : undefined,
    /** What only the local service has. */
    local: local &&
      clock && {
        api: createLocalApi(local, createDynamoDbKeyDirectory(client, tables.organizations)),
        clock,
        schedules: createLocalSchedules(local.controlUrl),
        mails: () => objectsOf(target, published.mailBucket()),
      },
    close: () => {
      client.destroy();
      queues.close();
    },
  };
}

async function objectsOf({ s3 }: Target, bucket: string): Promise<ObjectStore> {
  const [{ createS3Client }, { createS3ObjectStore }] = await Promise.all([
    import('../../../shared/platform/s3/s3-client.ts'),
    import('../../../shared/platform/s3/s3-object-store.ts'),
  ]);
  const client = createS3Client({ ...s3, timeoutMs: UPLOAD_TIMEOUT_MS });
  return createS3ObjectStore({ client, bucket });
}
