import type { SQSRecord } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createDispatchBatch } from '../../../../functions/dispatch-event/dispatch-batch.ts';
import { logOutput } from '../../../../shared/platform/logging/log-output.ts';
import type { OutgoingMessage } from '../../../../shared/platform/sqs/message-queue.ts';
import { MAX_BYTES, splitIntoRequests } from '../../../../shared/platform/sqs/sqs-requests.ts';

const REASON = 'object.rfpNumber: missing';

/** Handles one message that is not a valid event; returns its dead letters and whether it is received again. */
async function handleInvalidMessage(body: string) {
  const dead: OutgoingMessage[] = [];
  const handle = createDispatchBatch({
    read: () => ({ ok: false, reason: REASON }),
    dispatch: async () => ({ known: false, deliveries: 0, notEnqueued: 0 }),
    deadLetters: {
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
  vi.spyOn(logOutput, 'warn').mockImplementation(() => undefined);
});

describe('a message that is not a valid event', () => {
  it('is sent to the dead-letter queue with the reason', async () => {
    expect(await handleInvalidMessage('{}')).toEqual({ reasons: [REASON], again: false });
  });

  it('is sent with a truncated reason if there is not enough room', async () => {
    const body = (room: number) => 'ü'.repeat((MAX_BYTES - 12 - room) / 2);
    expect(await handleInvalidMessage(body(6))).toEqual({ reasons: [REASON.slice(0, 6)], again: false });
  });

  it('is received again if there is no room for a reason, so that SQS moves it after its last receive', async () => {
    expect(await handleInvalidMessage('x'.repeat(MAX_BYTES - 12))).toEqual({ reasons: [], again: true });
  });
});
