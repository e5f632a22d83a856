import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { environmentSettings } from '../../../lib/settings/environments.ts';
import { type DeliveriesCaller, deliveriesCaller } from '../../api/suites/deliveries-caller.ts';
import { changedRelease } from '../../support/changed-release.ts';
import { type DeployedQueues, deployedQueues } from '../../support/deployed-queues.ts';
import { deployedService } from '../../support/deployed-service.ts';
import { eventually } from '../../support/eventually.ts';
import { arrivals, isSignedBy } from '../../support/received-events.ts';
import { deployAssembly, runCdk } from '../../support/run-cdk.ts';
import type { ServiceUnderTest } from '../../support/service-under-test.ts';

const RELEASED = process.env.DEPLOYED_ASSEMBLY ?? '';
const CHANGED = `${RELEASED}-changed`;

/** Handler that also returns its release. */
const SAYS_ITS_RELEASE = `
import { handler as released } from './released.mjs';
export async function handler(event, context) {
  const answer = await released(event, context);
  return { ...answer, headers: { ...answer.headers, 'X-Release': 'changed' } };
}
`;

const FAILS = `
export async function handler() {
  throw new Error('a faulty release');
}
`;

let service: ServiceUnderTest;
let queues: DeployedQueues;
let our: DeliveriesCaller;
let quoteId: string;

beforeAll(async () => {
  const { name } = environmentSettings(process.env.DEPLOYED_ENVIRONMENT ?? '');
  service = await deployedService(name);
  queues = deployedQueues(name);
  our = await deliveriesCaller(service);
  quoteId = await our.createQuote();
  await changedRelease(RELEASED, CHANGED, { 'read-quote': SAYS_ITS_RELEASE, 'dispatch-event': FAILS });
});
afterAll(async () => {
  await our?.receiver.stop();
  queues?.stop();
  await service?.stop();
});

const readQuote = () => our.call('GET', `/api/v1/quotes/${quoteId}`);

/** One after the other: each stands on the release that the one before left. */
describe('a changed release', () => {
  it('changes only the edited functions, according to cdk diff', async () => {
    expect(await runCdk('diff', RELEASED, '--fail')).toMatchObject({ code: 0 });

    const { code, output } = await runCdk('diff', CHANGED, '--fail');

    expect(code).toBe(1);
    const changed = [...output.matchAll(/\[~\] AWS::\S+ (\S+)/g)].map(([, path]) => path);
    expect(changed.toSorted()).toEqual(['dispatch-event/Function', 'read-quote/Function']);
    expect(output).toContain('Number of stacks with differences: 2');
  });

  it('answers in its new way from what was stored before', async () => {
    const before = await readQuote();
    expect(before.status).toBe(200);
    expect(before.headers.get('x-release')).toBeNull();

    await deployAssembly(CHANGED);

    const after = await readQuote();
    expect([after.status, after.headers.get('x-release')]).toEqual([200, 'changed']);
    expect(after.json).toEqual(before.json);
    expect(await runCdk('diff', CHANGED, '--fail')).toMatchObject({ code: 0 });
  });

  it('loses no event by a bug: after the fix and a redrive it is delivered', async () => {
    const target = await our.register(['quote.created']);
    const before = await queues.count('events-dlq');
    // Of two minutes each, eight receives would take a while.
    await queues.hideFor('events', 1);
    const made = await our.createQuote();
    const dead = await eventually(
      () => queues.count('events-dlq'),
      (count) => count > before,
    );
    expect(dead).toBe(before + 1);
    expect(await our.list(target)).toEqual([]);

    await deployAssembly(RELEASED);
    await service.freight('dlq', 'redrive', '--queue', 'events', '--json');

    const [arrived] = await arrivals(our.receiver, ({ object }) => object.quoteNumber === made);
    expect(arrived && isSignedBy(target.secret, arrived.request)).toBe(true);
    expect((await readQuote()).headers.get('x-release')).toBeNull();
  });
});
