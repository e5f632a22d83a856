import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Queues, startQueues } from '../../../../lib/local/engines/queues.ts';
import { createMappings, type Mappings } from '../../../../lib/local/events/mappings.ts';
import { createCheckpoints } from '../../../../lib/local/events/stream-checkpoints.ts';
import { queueModel } from '../../../../lib/local/template/event-source-model.ts';
import type { QueueSourceModel, ServiceModel } from '../../../../lib/local/template/service-model.ts';
import { engineQueues } from '../../../support/engine-queues.ts';
import { until } from '../lambda/function-under-test.ts';

const ONE = queueModel('one', {});
const TWO = queueModel('two', {});
const ofQueue = (queueArn: string, batchSize = 1): QueueSourceModel => ({
  queueArn,
  functionArn: `work on ${queueArn}`,
  batchSize,
  reportsFailures: false,
});
const modelOf = (...queueSources: readonly QueueSourceModel[]): ServiceModel => ({
  api: { id: '', stageName: '', binaryMediaTypes: [], routes: [], responses: {}, usagePlans: [] },
  functions: [],
  tables: [],
  schedules: [],
  queues: [ONE, TWO],
  buckets: [],
  bucketRules: [],
  queueSources,
  streamSources: [],
  searchDomain: false,
  parameters: new Map(),
  unsupported: [],
});

let queues: Queues;
let mappings: Mappings;
let bodies: string[];
beforeEach(async () => {
  queues = await startQueues();
  await queues.ensure([ONE, TWO]);
  bodies = [];
  mappings = createMappings({
    dynamodbEndpoint: 'http://127.0.0.1:1',
    sqsEndpoint: queues.endpoint,
    checkpoints: createCheckpoints(),
    aheadMs: () => 0,
    concurrencyOf: () => 1,
    invoke: async (_, event) => {
      bodies.push(...(event as { Records: { body: string }[] }).Records.map(({ body }) => body));
      return { outcome: 'returned', payload: null };
    },
    onLog: () => {},
  });
});
afterEach(async () => {
  await mappings.stop();
  sqs.stop();
  await queues.stop();
});

const sqs = engineQueues(() => queues.endpoint);
const send = sqs.send;
const waiting = async (name: string): Promise<number> =>
  Number((await sqs.attributes(name)).ApproximateNumberOfMessages);

describe('event source mappings after a change of the template', () => {
  it('start if they are new, and continue if they are unchanged', async () => {
    await mappings.follow(modelOf(ofQueue(ONE.arn)));
    await send('one', 'a');
    await until(() => bodies.length === 1);

    await mappings.follow(modelOf(ofQueue(ONE.arn), ofQueue(TWO.arn)));
    await send('two', 'b');
    await send('one', 'c');
    await until(() => bodies.length === 3);

    expect(bodies.toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('stop if the template no longer contains them', async () => {
    await mappings.follow(modelOf(ofQueue(ONE.arn), ofQueue(TWO.arn)));

    await mappings.follow(modelOf(ofQueue(TWO.arn, 5)));
    await send('one', 'left');
    await send('two', 'taken');
    await until(() => bodies.length === 1);

    expect(bodies).toEqual(['taken']);
    expect(await waiting('one')).toBe(1);
  });

  it('continue unchanged if a new mapping has no queue', async () => {
    await mappings.follow(modelOf(ofQueue(ONE.arn)));

    await expect(mappings.follow(modelOf(ofQueue('arn:of-nothing')))).rejects.toThrow(
      /no queue arn:of-nothing/,
    );

    await send('one', 'a');
    await until(() => bodies.length === 1);
  });
});
