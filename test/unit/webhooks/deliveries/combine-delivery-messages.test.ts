import { describe, expect, it } from 'vitest';
import { combineDeliveryMessages } from '../../../../shared/webhooks/deliveries/combine-delivery-messages.ts';
import {
  closeMessage,
  deliveryMessage,
  drainMessage,
  parseDeliveryQueueMessage,
} from '../../../../shared/webhooks/deliveries/delivery-messages.ts';
import { aMessage, aQueue } from './attempts/doubles.ts';

const some = (count: number, change = {}) => Array.from({ length: count }, () => aMessage(change));

/** The delivery ids of each queue message. */
const idsIn = (bodies: readonly string[]) =>
  bodies.map((body) =>
    parseDeliveryQueueMessage(body)?.map(({ message }) =>
      message.kind === 'deliver' ? message.deliveryId : message.kind,
    ),
  );

describe('combined delivery messages', () => {
  it('request at most three attempts of one organization and delay, in the order of the deliveries', async () => {
    const queue = aQueue();
    const [mine, others, late] = [some(5), some(2, { orgId: 'org_2' }), some(1)] as const;

    const failed = await combineDeliveryMessages(queue).send([
      ...[mine[0], others[0]].flatMap((one) => (one === undefined ? [] : [deliveryMessage(one)])),
      ...late.map((one) => deliveryMessage(one, 30)),
      ...[...mine.slice(1), ...others.slice(1)].map((one) => deliveryMessage(one)),
    ]);

    expect(failed).toEqual([]);
    const ids = (messages: readonly { deliveryId: string }[]) => messages.map(({ deliveryId }) => deliveryId);
    expect(idsIn(queue.sent.map(({ body }) => body))).toEqual([
      ids(mine.slice(0, 3)),
      ids(others),
      ids(late),
      ids(mine.slice(3)),
    ]);
    expect(queue.sent.map(({ group, delaySeconds }) => [group, delaySeconds])).toEqual([
      ['org_1', 0],
      ['org_2', 0],
      ['org_1', 30],
      ['org_1', 0],
    ]);
  });

  it('leave other messages alone: each requests its own run', async () => {
    const queue = aQueue();
    const close = closeMessage({ orgId: 'org_1', mode: 'live' }, 'wh_1', 'The webhook was deleted.');
    const messages = [drainMessage('org_1'), drainMessage('org_1'), close];

    await combineDeliveryMessages(queue).send(messages);

    expect(queue.sent).toEqual(messages);
  });

  it('fail together, without the messages of other requests', async () => {
    const [mine, others] = [some(4), some(2, { orgId: 'org_2' })];
    const messages = [...mine, ...others].map((one) => deliveryMessage(one));

    // The queue rejects the last delivery of the first organization, and both of the second.
    expect(await combineDeliveryMessages(aQueue([1, 2])).send(messages)).toEqual([3, 4, 5]);
  });

  it('fail with the positions of their messages in ascending order', async () => {
    const [mine, others] = [some(2), some(2, { orgId: 'org_2' })];
    const interleaved = [mine[0], others[0], mine[1], others[1]];
    const messages = interleaved.flatMap((one) => (one === undefined ? [] : [deliveryMessage(one)]));

    expect(await combineDeliveryMessages(aQueue([0, 1])).send(messages)).toEqual([0, 1, 2, 3]);
  });

  it('keep the trace of each delivery', async () => {
    const queue = aQueue();
    const traced = some(2).map((one, index) => deliveryMessage({ ...one, traceHeader: `trace ${index}` }));
    const [untraced] = some(1);
    if (untraced === undefined) throw new Error('one');

    await combineDeliveryMessages(queue).send([...traced, deliveryMessage(untraced)]);

    const [sent] = queue.sent;
    expect(parseDeliveryQueueMessage(sent?.body ?? '')?.map(({ traceHeader }) => traceHeader)).toEqual([
      'trace 0',
      'trace 1',
      undefined,
    ]);
    expect(sent).not.toHaveProperty('traceHeader');
  });

  it.each([
    ['no deliveries', []],
    ['another kind of message', [{ message: { kind: 'drain', orgId: 'org_1' } }]],
    ['an incomplete delivery', [{ message: { kind: 'deliver', orgId: 'org_1' } }]],
  ])('are rejected with %s', (_, deliveries) => {
    expect(parseDeliveryQueueMessage(JSON.stringify({ kind: 'combined', deliveries }))).toBeUndefined();
  });
});
