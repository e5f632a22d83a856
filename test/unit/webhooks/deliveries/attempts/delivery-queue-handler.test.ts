import type { SQSRecord } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { logOutput } from '../../../../../shared/platform/logging/log-output.ts';
import type { Batch } from '../../../../../shared/webhooks/deliveries/attempts/deliver-batch.ts';
import {
  createDeliveryQueueHandler,
  type DeliveryQueueParts,
} from '../../../../../shared/webhooks/deliveries/attempts/delivery-queue-handler.ts';
import {
  closeMessage,
  combineMessages,
  deliveryMessage,
  drainMessage,
} from '../../../../../shared/webhooks/deliveries/delivery-messages.ts';
import { aMessage } from './doubles.ts';

beforeEach(() => {
  vi.spyOn(logOutput, 'error').mockImplementation(() => undefined);
  vi.spyOn(logOutput, 'info').mockImplementation(() => undefined);
});

const CONTEXT = { getRemainingTimeInMillis: () => 30_000 };

async function handled(bodies: readonly string[], parts: Partial<DeliveryQueueParts> = {}) {
  const batches: Batch[] = [];
  const handler = createDeliveryQueueHandler({
    deliver: async (batch) => {
      batches.push(batch);
      return [];
    },
    close: async () => 1,
    ...parts,
  });
  const Records = bodies.map((body, position) => ({ messageId: String(position), body }) as SQSRecord);
  const { batchItemFailures } = await handler({ Records }, CONTEXT);
  return { batches, failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier) };
}

const ACCOUNT = { orgId: 'org_1', mode: 'live' } as const;

describe('a delivery queue', () => {
  it('processes deliveries and drains of a batch together, also with other messages', async () => {
    const [one, other] = [aMessage(), aMessage()];
    const close = vi.fn(async () => 2);

    const { batches, failed } = await handled(
      [
        deliveryMessage(one).body,
        drainMessage('org_2').body,
        deliveryMessage(other, 10).body,
        closeMessage(ACCOUNT, 'wh_1', 'The webhook was deleted.').body,
      ],
      { close },
    );

    expect(batches).toEqual([
      {
        messages: [expect.objectContaining(one), expect.objectContaining(other)],
        drains: ['org_2'],
        remainingMs: expect.any(Function),
      },
    ]);
    expect(failed).toEqual([]);
  });

  it('keeps the messages of unfinished deliveries, invalid messages, and messages of failed closings', async () => {
    const messages = [aMessage(), aMessage()];
    const { failed } = await handled(
      [
        ...messages.map((message) => deliveryMessage(message).body),
        'no JSON',
        '{"kind":"other"}',
        JSON.stringify({ ...aMessage(), kind: 'deliver', attempts: -1 }),
        closeMessage(ACCOUNT, 'wh_1', 'Over.').body,
      ],
      {
        deliver: async ({ messages: read }) => read.slice(1),
        close: () => Promise.reject(new Error('no table')),
      },
    );
    expect(failed.toSorted()).toEqual(['1', '2', '3', '4', '5']);
  });

  it('processes the deliveries of a combined message in their own traces, and keeps it while one is unfinished', async () => {
    const [first, second, single] = [aMessage({ traceHeader: 'Root=1' }), aMessage(), aMessage()] as const;
    const read: Batch[] = [];
    const combined = combineMessages([deliveryMessage(first), deliveryMessage(second)]);

    const { failed } = await handled([combined.body, deliveryMessage(single).body], {
      deliver: async (batch) => {
        read.push(batch);
        return batch.messages.slice(1, 2);
      },
    });

    expect(read.flatMap(({ messages }) => messages)).toEqual(
      [first, second, single].map((message) => expect.objectContaining(message)),
    );
    expect(failed).toEqual(['0']);
  });
});
