import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleEvent } from '../../shared/webhooks/events/sample-event.ts';
import { newWebhookSecret, signatureHeaders } from '../../shared/webhooks/sending/sign-payload.ts';
import { eventually } from '../support/eventually.ts';
import {
  type GuideReceiver,
  guidePrograms,
  isInstalled,
  sortPrograms,
  startGuideReceiver,
} from './guide-receiver.ts';

const SECRET = newWebhookSecret();
const STRANGERS = newWebhookSecret();

const { runnable, skipped } = await sortPrograms(isInstalled);
for (const { file, reason } of skipped) console.warn(`Skipped: the receiver ${file} of the guide. ${reason}`);

interface Sent {
  readonly secrets?: readonly string[];
  /** How long ago it was signed; below 0, how long from now. */
  readonly agoMs?: number;
  /** Changes the body after it was signed. */
  readonly tamper?: (body: string) => string;
  /** Headers that the signature does not cover. */
  readonly unsigned?: Readonly<Record<string, string>>;
}

/** An event with a text that is not ASCII, and a way to deliver it. */
function delivery() {
  const event = sampleEvent('chat.created', new Date());
  const text = JSON.stringify({ ...event, object: { ...event.object, title: 'Grüße 🚚 <&> "' } });
  return {
    id: event.id,
    to: async (url: string, sent: Sent = {}) => {
      const { secrets = [SECRET], agoMs = 0, tamper = (body: string) => body, unsigned = {} } = sent;
      const at = new Date(Date.now() - agoMs);
      const headers = { ...signatureHeaders({ id: event.id, body: Buffer.from(text), secrets, at }) };
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'x-event-id': event.id, ...unsigned },
        body: tamper(text),
      });
      return answer.status;
    },
  };
}

it('every receiver of the guide is run here or skipped with a reason', async () => {
  const programs = [...(await guidePrograms()).keys()];

  expect(programs).toEqual(['receiver.mjs', 'receiver-with-library.mjs', 'receiver.py', 'receiver.go']);
  expect([...runnable, ...skipped.map(({ file }) => file)].toSorted()).toEqual(programs.toSorted());
});

// Counted as skipped in the summary.
if (skipped.length > 0) {
  describe.skip.each(skipped)('the receiver $file of the guide', ({ reason }) => {
    it.todo(reason);
  });
}

describe.each(runnable)('the receiver %s of the guide', (file) => {
  let receiver: GuideReceiver;
  beforeAll(async () => {
    receiver = await startGuideReceiver(file, SECRET);
  });
  afterAll(() => receiver?.stop());

  const workOf = (id: string) => receiver.work().filter((line) => line.includes(id));

  it('processes an event once if a repeated delivery has other unsigned headers', async () => {
    const event = delivery();

    expect(await event.to(receiver.url)).toBe(204);
    const unsigned = { 'x-event-id': 'evt_other', 'x-delivery-id': 'dlv_other', 'x-delivery-attempt': '9' };
    expect(await event.to(receiver.url, { unsigned })).toBe(204);
    const later = delivery();
    await later.to(receiver.url);
    await eventually(
      async () => workOf(later.id),
      (lines) => lines.length > 0,
    );

    expect(workOf(event.id)).toEqual([`chat.created ${event.id}`]);
    expect(workOf('evt_other')).toEqual([]);
  });

  it('accepts either signature while the secret is rotated', async () => {
    const event = delivery();

    expect(await event.to(receiver.url, { secrets: [STRANGERS, SECRET] })).toBe(204);
    expect(await event.to(receiver.url, { secrets: [SECRET, STRANGERS] })).toBe(204);
  });

  it.each<[string, Sent]>([
    ['a signature with another secret', { secrets: [STRANGERS] }],
    ['a body that was changed', { tamper: (body) => body.replace('chat.created', 'chat.deleted') }],
    ['a body with one more space', { tamper: (body) => `${body} ` }],
    ['an old delivery', { agoMs: 301_000 }],
    ['one from the future', { agoMs: -330_000 }],
  ])('rejects %s, and does nothing', async (_case, sent) => {
    const event = delivery();

    expect(await event.to(receiver.url, sent)).toBe(401);
    // It accepts the valid request afterwards: the rejected one left no state.
    expect(await event.to(receiver.url)).toBe(204);
    await eventually(
      async () => workOf(event.id),
      (lines) => lines.length > 0,
    );
    expect(workOf(event.id)).toEqual([`chat.created ${event.id}`]);
  });

  it('rejects a request without a signature', async () => {
    const answer = await fetch(receiver.url, { method: 'POST', body: '{"id":"evt_1"}' });

    expect(answer.status).toBe(401);
  });
});
