import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { environmentSettings } from '../../lib/settings/environments.ts';
import { writeEventMessage } from '../../shared/webhooks/events/event-message.ts';
import { sampleEvent } from '../../shared/webhooks/events/sample-event.ts';
import { type DeliveriesCaller, deliveriesCaller } from '../api/suites/deliveries-caller.ts';
import { type DeployedQueues, deployedQueues } from '../support/deployed-queues.ts';
import { deployedService } from '../support/deployed-service.ts';
import { eventually } from '../support/eventually.ts';
import { arrivals, isSignedBy } from '../support/received-events.ts';
import type { ServiceUnderTest } from '../support/service-under-test.ts';

interface Redriven {
  readonly queue: string;
  readonly moved: number;
  readonly rejected: Readonly<Record<string, number>>;
}

let service: ServiceUnderTest;
let queues: DeployedQueues;
let our: DeliveriesCaller;

beforeAll(async () => {
  const { name } = environmentSettings(process.env.DEPLOYED_ENVIRONMENT ?? '');
  service = await deployedService(name);
  queues = deployedQueues(name);
  our = await deliveriesCaller(service);
});
afterAll(async () => {
  await our?.receiver.stop();
  queues?.stop();
  await service?.stop();
});

const redrive = (...flags: string[]) =>
  service.freight<Redriven[]>('dlq', 'redrive', '--queue', 'events', ...flags, '--json');

const lying = (count: number) =>
  eventually(
    () => queues.count('events-dlq'),
    (found) => found === count,
  );

/** One after the other: all look at the same dead letters. */
describe('dead letters of the deployed service', () => {
  it('are unreadable messages with the reason; a redrive leaves them', async () => {
    await queues.send('events', '{"event":');

    expect(await lying(1)).toBe(1);
    expect(await redrive()).toEqual([
      expect.objectContaining({ queue: 'events', moved: 0, rejected: { 'not JSON': 1 } }),
    ]);
    expect(await queues.count('events-dlq')).toBe(1);
  });

  it('come back to the queue and are worked off, when they failed by our fault', async () => {
    const target = await our.register(['rfp.created']);
    const event = sampleEvent('rfp.created', new Date());
    // As SQS moves it there after the last receive: without a reason.
    await queues.send('events-dlq', writeEventMessage({ orgId: our.organization.orgId, ...event }));

    expect(await redrive('--dry-run')).toEqual([expect.objectContaining({ moved: 1 })]);
    expect(our.receiver.on(target.path)).toEqual([]);
    expect(await redrive()).toEqual([expect.objectContaining({ moved: 1, rejected: { 'not JSON': 1 } })]);

    const [arrived] = await arrivals(our.receiver, ({ id }) => id === event.id);
    expect(arrived && isSignedBy(target.secret, arrived.request)).toBe(true);
  });

  it('are rejected again when they are moved back as they were', async () => {
    expect(await redrive('--include-rejected')).toEqual([
      expect.objectContaining({ moved: 1, rejected: {} }),
    ]);

    expect(await lying(1)).toBe(1);
    expect(await redrive('--dry-run')).toEqual([expect.objectContaining({ rejected: { 'not JSON': 1 } })]);
  });
});
