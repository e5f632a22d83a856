import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WholeDelivery } from '../../shared/webhooks/deliveries/delivery.ts';
import type { Reply } from '../support/webhook-receiver.ts';
import { type DeliverySystem, startDeliverySystem, type Target } from './delivery-system-under-test.ts';

let system: DeliverySystem;

beforeAll(async () => {
  system = await startDeliverySystem(2);
});

afterAll(() => system.stop());

const drip: Reply = (response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 200);
  response.on('close', () => clearInterval(timer));
};

/** Behaviors of receivers, with the final status and attempts of their delivery. Tests of requests know more of them. */
const BEHAVIOURS: Readonly<
  Record<string, { readonly reply: (nth: number) => Reply; readonly ends: readonly [string, number] }>
> = {
  ok: { reply: () => ({ status: 200, body: 'ok' }), ends: ['delivered', 1] },
  gone: { reply: () => ({ status: 410 }), ends: ['failed', 1] },
  silent: { reply: () => () => {}, ends: ['failed', 6] },
  // A 2xx status in time is an acknowledgment, also without a complete body.
  drips: { reply: () => drip, ends: ['delivered', 1] },
  'asks-for-4-seconds': {
    reply: (nth) => (nth === 0 ? { status: 429, headers: { 'retry-after': '4' } } : { status: 200 }),
    ends: ['delivered', 2],
  },
};

describe('receivers that fail in every way', () => {
  const targets = new Map<string, Target>();
  const records = new Map<string, WholeDelivery | undefined>();

  beforeAll(async () => {
    let owner: Target['owner'] | undefined;
    for (const [name, { reply }] of Object.entries(BEHAVIOURS)) {
      const target = await system.target(reply, owner, `/${name}`);
      owner = target.owner;
      targets.set(name, target);
    }
    await targets.get('ok')?.publish(1);
    for (const [name, target] of targets) records.set(name, (await target.ended(1))[0]);
  });

  it.each(Object.entries(BEHAVIOURS))('%s', (name, { ends: [status, attempts] }) => {
    const { delivery, log } = records.get(name) ?? {};
    expect({ status: delivery?.status, attempts: delivery?.attempts }).toEqual({ status, attempts });
    expect(log).toHaveLength(attempts);
    expect(targets.get(name)?.seen()).toHaveLength(attempts);
  });

  it('waits as long as a receiver requests', () => {
    const [first, second] = targets.get('asks-for-4-seconds')?.seen() ?? [];
    expect((second?.at ?? 0) - (first?.over ?? 0)).toBeGreaterThanOrEqual(3_500);
  });

  it('disables a webhook whose receiver is gone, with the reason', async () => {
    expect(await targets.get('gone')?.call('GET')).toMatchObject({
      enabled: false,
      disabledReason: expect.stringContaining('410'),
    });
  });
});
