import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { SQSRecord } from 'aws-lambda';
import { createDispatchBatch } from '../../../../functions/dispatch-event/dispatch-batch.ts';
import type { OutgoingMessage } from '../../../../shared/platform/sqs/message-queue.ts';
import { MOST_BYTES, splitIntoRequests } from '../../../../shared/platform/sqs/sqs-requests.ts';

const REASON = 'object.rfpNumber: missing';

/** What becomes of one message that is no event: what went to the dead letters, and whether it comes again. */
async function refusing(body: string) {
  const dead: OutgoingMessage[] = [];
  const handle = createDispatchBatch({
    read: () => ({ ok: false, reason: REASON }),
    dispatch: async () => ({ known: false, deliveries: 0, notEnqueued: 0 }),
    refused: {
      send: async (messages) => {
        const { oversize } = splitIntoRequests(messages);
        dead.push(...messages.filter((_, place) => oversize.every(({ position }) => position !== place)));
        return oversize.map(({ position }) => position);
      },
    },
  });
  const { batchItemFailures } = await handle({ Records: [{ body, messageId: 'one' } as SQSRecord] });
  return { reasons: dead.map(({ attributes }) => attributes?.reason), again: batchItemFailures.length > 0 };
}

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

describe('a message that is no event', () => {
  it('goes to the dead letters with the reason', async () => {
    expect(await refusing('{}')).toEqual({ reasons: [REASON], again: false });
  });

  it('goes there with as much of the reason as it leaves room for', async () => {
    const body = (room: number) => 'ü'.repeat((MOST_BYTES - 12 - room) / 2);
    expect(await refusing(body(6))).toEqual({ reasons: [REASON.slice(0, 6)], again: false });
  });

  it('is left to the queue, which moves it there after its last receive, where there is no room', async () => {
    expect(await refusing('x'.repeat(MOST_BYTES - 12))).toEqual({ reasons: [], again: true });
  });
});
