import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '../../bin/freight/connection/connection.ts';
import { createOrganization } from '../../shared/accounts/provisioning/create-organization.ts';
import type { QuoteRecounts } from '../../shared/quotes/store/dynamodb-quote-recount.ts';
import { startTestDynamoDb } from '../support/dynamodb-local.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { runningHost } from '../support/running-host.ts';
import type { TestOrganization } from '../support/service-under-test.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { SERVICES, type ServiceName } from './call-site.ts';
import { type CallWatch, createCallWatch } from './call-watch.ts';
import { startFaultWire } from './fault-wire.ts';

/** The service on an engine of its own, with a wire for each AWS service that its functions call. */
export interface WatchedService {
  readonly service: LocalService;
  readonly receiver: WebhookReceiver;
  readonly watch: CallWatch;
  readonly recounts: QuoteRecounts;
  createTenant(): Promise<TestOrganization>;
  /** Waits until functions have made no call for some seconds. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Longer than streams and queues are polled, and than the SDK pauses between attempts. */
const QUIET_MS = 3_000;

/** Against waiting without end only: a loaded machine may be slow. */
const RESTS_WITHIN_MS = 300_000;

/** Limits that no scenario reaches, so that each one counts against them. */
const LIMITS = { usageLimit: 10_000, quoteLimit: 10_000 };

export async function startWatchedService(): Promise<WatchedService> {
  const ends: (() => Promise<unknown> | unknown)[] = [];
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    return await start(ends, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  ends: (() => Promise<unknown> | unknown)[],
  stop: () => Promise<void>,
): Promise<WatchedService> {
  const watch = createCallWatch();
  const engine = await startTestDynamoDb();
  ends.push(engine.stop);
  const receiver = await startWebhookReceiver();
  ends.push(receiver.stop);

  const engines: Partial<Record<ServiceName, string>> = { dynamodb: engine.endpoint };
  let tables: ReadonlyMap<string, string> = new Map();
  const endpoints: Record<string, string> = {};
  for (const service of SERVICES) {
    const wire = await startFaultWire({
      service,
      engine: () => engines[service] ?? '',
      tables: () => tables,
      faultOf: watch.faultOf,
    });
    ends.push(wire.stop);
    endpoints[`AWS_ENDPOINT_URL_${service.toUpperCase()}`] = wire.endpoint;
  }
  const service = await startLocalService({
    dynamodbEndpoint: engine.endpoint,
    // Short intervals, so that retries of webhooks happen within the test.
    variables: { ...endpoints, WEBHOOK_RETRY_SCHEDULE: '1,1,1,1,1' },
    onInvocation: watch.onInvocation,
  });
  ends.push(service.stop);
  const host = await runningHost(service.dataDir);
  tables = new Map(Object.entries(host.tables).map(([name, inAws]) => [inAws, name]));
  Object.assign(engines, {
    sqs: host.sqsEndpoint,
    s3: host.s3Endpoint,
    kms: host.controlUrl,
    ssm: host.controlUrl,
  });
  process.env.FREIGHT_LOCAL_DIR = service.dataDir;
  const connection = await connect(undefined, () => {});
  ends.push(connection.close);

  return {
    service,
    receiver,
    watch,
    recounts: connection.recounts,
    createTenant: async () => {
      const created = await createOrganization(connection.provisioning, {
        name: 'Test organization',
        plan: { name: 'standard' },
        ...LIMITS,
        billing: true,
        mode: 'test',
      });
      if (!created.created) throw new Error(created.fault);
      return { orgId: created.organization.orgId, apiKey: created.apiKey };
    },
    settled: async () => {
      const until = performance.now() + RESTS_WITHIN_MS;
      while (performance.now() - watch.lastActivity() < QUIET_MS) {
        if (performance.now() > until) throw new Error(`functions do not rest: ${watch.lastEvent()}`);
        await pause(200);
      }
    },
    stop,
  };
}
