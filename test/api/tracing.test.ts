import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildBundles } from '../../bin/build/bundles.ts';
import { connect } from '../../bin/freight/connection/connection.ts';
import type { SegmentDocument } from '../../shared/platform/tracing/xray-segment.ts';
import { sampleEvent } from '../../shared/webhooks/events/sample-event.ts';
import { writeEventMessage } from '../../shared/webhooks/events/write-event-message.ts';
import { eventually } from '../support/eventually.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { createOrganization, type TestOrganization } from '../support/service-under-test.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { startXrayDaemonDouble, type XrayDaemonDouble } from '../support/xray-daemon-double.ts';

const SYNTHESIZE = fileURLToPath(new URL('../support/synthesize.ts', import.meta.url));
/** The trace of an event, from another product. */
const ROOT = '1-6740a1b2-00112233445566778899aabb';
const SENDER = '0123456789abcdef';

let folder: string;
let daemon: XrayDaemonDouble;
let receiver: WebhookReceiver;
let service: LocalService;
let caller: TestOrganization;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freight-tracing-'));
  await buildBundles();
  await promisify(execFile)(process.execPath, [SYNTHESIZE, 'local', folder, '{"tracing":true}']);
  [daemon, receiver] = await Promise.all([startXrayDaemonDouble(), startWebhookReceiver()]);
  service = await startLocalService({
    assemblyDir: folder,
    externalEndpoints: { AWS_XRAY_DAEMON_ADDRESS: daemon.address },
    settings: { WEBHOOK_RETRY_SCHEDULE: '1,1' },
  });
  caller = await createOrganization(service);
});

afterAll(async () => {
  await service?.stop();
  await Promise.all([daemon?.stop(), receiver?.stop(), rm(folder, { recursive: true, force: true })]);
});

const operationOf = ({ aws }: SegmentDocument) => String(aws?.operation);
const tableOf = ({ aws }: SegmentDocument) =>
  [aws?.table_name ?? aws?.table_names ?? []].flat().map((name) => String(name).replace(/-[A-F0-9]+$/, ''));
const queueOf = ({ aws }: SegmentDocument) =>
  String(aws?.queue_url ?? '')
    .split('/')
    .at(-1);

/** Waits until the documents of a trace are complete. */
const traceWith = (root: () => string | undefined, isComplete: (found: SegmentDocument[]) => boolean) =>
  eventually(
    async () => daemon.documents.filter(({ trace_id }) => trace_id === root()),
    (found) => found.length > 0 && isComplete(found),
  );

describe('traces', () => {
  it('contain the table calls of one quote call with tables, times and status, but no data', async () => {
    const body = {
      origin: 'USLAX',
      destination: 'USCHI',
      equipment_type: 'dryvan',
      pickup_date: new Date().toISOString().slice(0, 10),
      customer_reference: 'a-secret-reference',
    };
    const answer = await service.call('POST', '/api/v1/quotes', { key: caller.apiKey, body });
    expect(answer.status).toBe(200);

    const writesQuote = (document: SegmentDocument) =>
      operationOf(document) === 'TransactWriteItems' &&
      tableOf(document).some((name) => /quotestable/.test(name));
    const found = await traceWith(
      () => daemon.documents.find(writesQuote)?.trace_id,
      (documents) => documents.some(writesQuote),
    );
    // Lambda's own segment is the parent of all calls; each call has an id.
    expect(new Set(found.map(({ parent_id }) => parent_id)).size).toBe(1);
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    const tables = found.flatMap(tableOf).map((name) => /(\w+?)table/.exec(name)?.[1]);
    expect(tables).toEqual(
      expect.arrayContaining(['terminals', 'market', 'strategies', 'organizations', 'quotes']),
    );
    for (const document of found) {
      expect(document).toMatchObject({
        type: 'subsegment',
        namespace: 'aws',
        name: 'DynamoDB',
        id: expect.stringMatching(/^[0-9a-f]{16}$/),
        http: { response: { status: 200 } },
      });
      expect(document.end_time).toBeGreaterThanOrEqual(document.start_time);
      expect(Math.abs(document.end_time - Date.now() / 1000)).toBeLessThan(120);
    }
    const text = JSON.stringify(daemon.documents);
    expect(text).not.toContain('a-secret-reference');
    expect(text).not.toContain(caller.apiKey);
  });

  it('have the same trace ID for an event in intake, dispatch, both delivery queues and each attempt', async () => {
    receiver.answer('/twice?token=of-the-receiver', (nth) => ({ status: nth === 0 ? 503 : 200 }));
    const url = `${receiver.url}/twice?token=of-the-receiver`;
    const webhook = { orgId: caller.orgId, url, events: ['rfp.created'] };
    expect((await service.call('POST', '/v1/webhooks', { key: caller.apiKey, body: webhook })).status).toBe(
      200,
    );

    const event = { orgId: caller.orgId, ...sampleEvent('rfp.created', new Date()) };
    process.env.FREIGHT_LOCAL_DIR = service.dataDir;
    const { queues, close } = await connect(undefined, () => {});
    delete process.env.FREIGHT_LOCAL_DIR;
    const traceHeader = `Root=${ROOT};Parent=${SENDER};Sampled=1`;
    await (await queues.intake()).send([{ body: writeEventMessage(event), traceHeader }]);
    close();

    const requestsOf = (documents: SegmentDocument[]) =>
      documents.filter(({ namespace }) => namespace === 'remote');
    const segmentsOf = (documents: SegmentDocument[]) => documents.filter(({ type }) => type === undefined);
    const found = await traceWith(
      () => ROOT,
      (documents) => requestsOf(documents).length === 2 && segmentsOf(documents).length === 3,
    );
    const segments = segmentsOf(found);
    expect(segments.map(({ name }) => /dispatchevent|deliverwebhook|retrywebhook/.exec(name)?.[0])).toEqual([
      'dispatchevent',
      'deliverwebhook',
      'retrywebhook',
    ]);
    for (const segment of segments) {
      expect(segment).toMatchObject({
        origin: 'AWS::Lambda::Function',
        annotations: { event_id: event.id, org_id: caller.orgId },
      });
    }
    const [dispatch, deliver, retry] = segments;
    expect(dispatch?.parent_id).toBe(SENDER);
    expect(retry?.annotations?.delivery_id).toBe(deliver?.annotations?.delivery_id);

    // The trace header of the message in the deliveries queue names the call that sent it.
    const sends = found.filter((document) => operationOf(document) === 'SendMessageBatch');
    expect(sends.map(queueOf).map((name) => /deliveries|retries/.exec(name ?? '')?.[0])).toEqual([
      'deliveries',
      'retries',
    ]);
    expect(sends.map(({ parent_id }) => parent_id)).toEqual([dispatch?.id, deliver?.id]);
    expect(deliver?.parent_id).toBe(sends[0]?.id);

    const requests = requestsOf(found);
    expect(requests.map(({ parent_id }) => parent_id)).toEqual([deliver?.id, retry?.id]);
    expect(requests.map(({ http, fault }) => [http?.response?.status, fault])).toEqual([
      [503, true],
      [200, undefined],
    ]);
    expect(requests[0]).toMatchObject({ name: new URL(url).host, http: { request: { method: 'POST' } } });
    expect(JSON.stringify(found)).not.toContain('of-the-receiver');
    expect(found.flatMap(tableOf).some((name) => /deliveriestable/.test(name))).toBe(true);
  });
});
