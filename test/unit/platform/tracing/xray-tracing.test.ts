import { setTimeout } from 'node:timers/promises';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDocumentClient } from '../../../../shared/platform/dynamodb/document-client.ts';
import { createSqsClient } from '../../../../shared/platform/sqs/sqs-client.ts';
import type { Tracing } from '../../../../shared/platform/tracing/tracing-port.ts';
import { createXrayTracing } from '../../../../shared/platform/tracing/xray-tracing.ts';
import { eventually } from '../../../support/eventually.ts';
import { startXrayDaemonDouble, type XrayDaemonDouble } from '../../../support/xray-daemon-double.ts';

const ROOT = '1-5759e988-bd862e3fe1be46a994272793';
const OTHER = '1-6740a1b2-00112233445566778899aabb';
const FUNCTION = '53995c3f42cd8ad8';
const SENDER = '0123456789abcdef';
const CONFIG = { region: 'eu-west-1', credentials: { accessKeyId: 'none', secretAccessKey: 'none' } };

let daemon: XrayDaemonDouble;
let tracing: Tracing;
let sent: { input: Record<string, unknown> }[];

beforeEach(async () => {
  daemon = await startXrayDaemonDouble();
  tracing = createXrayTracing(daemon.address);
  sent = [];
  process.env._X_AMZN_TRACE_ID = `Root=${ROOT};Parent=${FUNCTION};Sampled=1;Lineage=1:00ff00ff:3`;
});

afterEach(async () => {
  delete process.env._X_AMZN_TRACE_ID;
  await daemon.stop();
});

/** Answers instead of the service, and keeps the input. */
function answering<Client extends { middlewareStack: { add: (...parameters: never[]) => unknown } }>(
  client: Client,
  fails = false,
): Client {
  const { add } = client.middlewareStack as unknown as { add: (...parameters: unknown[]) => void };
  add(
    () => async (call: { input: Record<string, unknown> }) => {
      sent.push(call);
      const $metadata = { httpStatusCode: fails ? 500 : 200 };
      if (fails) throw Object.assign(new Error('failed'), { name: 'InternalServerError', $metadata });
      return { output: { $metadata }, response: {} };
    },
    { step: 'initialize', priority: 'low' },
  );
  return client;
}

function tables(fails = false) {
  const client = answering(createDocumentClient(CONFIG), fails);
  tracing.traceClient(client);
  return client;
}

function queues() {
  const client = answering(createSqsClient(CONFIG));
  tracing.traceClient(client);
  return client;
}

const get = new GetItemCommand({ TableName: 'quotes', Key: { pk: { S: 'a' } } });
const send = (...entries: object[]) =>
  new SendMessageBatchCommand({
    QueueUrl: 'https://sqs/1/events',
    Entries: entries.map((entry, index) => ({ Id: String(index), MessageBody: 'a', ...entry })),
  });

const documents = (count: number) =>
  eventually(
    async () => daemon.documents,
    ({ length }) => length >= count,
  );
const headers = () =>
  (
    (sent[0]?.input.Entries ?? []) as {
      MessageSystemAttributes?: { AWSTraceHeader: { StringValue: string } };
    }[]
  ).map(({ MessageSystemAttributes }) => MessageSystemAttributes?.AWSTraceHeader.StringValue);

describe('tracing by X-Ray', () => {
  it('sends a subsegment of the invocation for each call, and gives the answer through', async () => {
    const answer = await tables().send(get);
    expect(answer.$metadata.httpStatusCode).toBe(200);
    expect(await documents(1)).toEqual([
      expect.objectContaining({ trace_id: ROOT, parent_id: FUNCTION, type: 'subsegment', name: 'DynamoDB' }),
    ]);
  });

  it('gives the answer through if the call cannot be described', async () => {
    const unreadable = () => {
      throw new Error('not describable');
    };
    await expect(
      tracing.traceRequest({ method: 'POST', url: 'https://example.com' }, async () => 'answer', unreadable),
    ).resolves.toBe('answer');
  });

  it('sends a failed call as a fault, and throws its error', async () => {
    await expect(tables(true).send(get)).rejects.toThrow('failed');
    expect(await documents(1)).toMatchObject([
      { fault: true, annotations: { error: 'InternalServerError' } },
    ]);
  });

  it('sends nothing of a trace that is not sampled, or without a trace', async () => {
    process.env._X_AMZN_TRACE_ID = `Root=${ROOT};Parent=${FUNCTION};Sampled=0`;
    await tables().send(get);
    delete process.env._X_AMZN_TRACE_ID;
    await tables().send(get);
    await tracing.traceMessage(`Root=${OTHER};Parent=${SENDER};Sampled=0`, {}, () => tables().send(get));
    process.env._X_AMZN_TRACE_ID = `Root=${ROOT};Parent=${FUNCTION};Sampled=1`;
    await tables().send(get);
    expect(await documents(1)).toHaveLength(1);
  });

  it('passes the trace on to messages, with the call as parent and the count of Lambda', async () => {
    const own = `Root=${OTHER};Parent=${SENDER};Sampled=1`;
    await queues().send(
      send({}, { MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: own } } }),
    );
    const [document] = await documents(1);
    expect(headers()).toEqual([`Root=${ROOT};Parent=${document?.id};Sampled=1;Lineage=1:00ff00ff:3`, own]);
  });

  it('sends that a trace is not sampled', async () => {
    await tracing.traceMessage(`Root=${OTHER};Parent=${SENDER};Sampled=0`, {}, () => queues().send(send({})));
    expect(headers()).toEqual([
      expect.stringMatching(new RegExp(`^Root=${OTHER};.+;Sampled=0;Lineage=1:00ff`)),
    ]);
  });

  it('keeps messages that are in work at the same time in their own traces', async () => {
    const client = tables();
    const inTrace = (root: string) =>
      tracing.traceMessage(`Root=${root};Parent=${SENDER};Sampled=1`, { event_id: root }, () =>
        client.send(get),
      );
    await Promise.all([inTrace(ROOT), inTrace(OTHER), client.send(get)]);
    const found = await documents(5);
    for (const root of [ROOT, OTHER]) {
      const segment = found.find((one) => one.type === undefined && one.trace_id === root);
      expect(segment).toMatchObject({ parent_id: SENDER, annotations: { event_id: root } });
      expect(found).toContainEqual(expect.objectContaining({ trace_id: root, parent_id: segment?.id }));
    }
    expect(found).toHaveLength(5);
  });

  it('sends at most 200 documents of an invocation, and the calls of the next one', async () => {
    const client = tables();
    const ofTrace = (root: string) => daemon.documents.filter(({ trace_id }) => trace_id === root).length;
    for (let call = 0; call < 400; call++) {
      await client.send(get);
      await setTimeout(1);
    }
    process.env._X_AMZN_TRACE_ID = `Root=${OTHER};Parent=${FUNCTION};Sampled=1`;
    // UDP may lose a document.
    for (let call = 0; call < 3; call++) await client.send(get);
    await eventually(
      async () => ofTrace(OTHER),
      (count) => count > 0,
    );
    expect(ofTrace(OTHER)).toBeGreaterThan(0);
    expect(ofTrace(ROOT)).toBeGreaterThan(100);
    expect(ofTrace(ROOT)).toBeLessThanOrEqual(200);
  });

  it('does not disturb a call without a daemon', async () => {
    tracing = createXrayTracing('127.0.0.1:9');
    await expect(tables().send(get)).resolves.toBeDefined();
    tracing = createXrayTracing('');
    await expect(tables().send(get)).resolves.toBeDefined();
  });
});
