import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../../bin/backtest/simulator/random.ts';
import { DEFAULT_GATEWAY_THROTTLE } from '../../../lib/capacity/aws-limits.ts';
import { requiredCapacity, sumOf } from '../../../lib/capacity/required-capacity.ts';
import { environmentSettings } from '../../../lib/settings/environments.ts';
import { burstCalls, inOrder, poissonCalls, steadyCalls } from '../../bench/authorizer/arrivals.ts';
import { concurrencyTable, scenarioTable } from '../../bench/authorizer/authorizer-tables.ts';
import { runScenario, SCENARIOS } from '../../bench/authorizer/scenarios.ts';
import { type SimulatedCall, simulateAuthorizer } from '../../bench/authorizer/simulate-authorizer.ts';
import { withTable } from '../../bench/capacity/markdown-table.ts';

const PERIOD = { from: 0, until: 5_000 };
const count = (calls: readonly SimulatedCall[], outcome: SimulatedCall['outcome']) =>
  calls.filter((call) => call.outcome === outcome).length;

const simulate = (seed: string, arrivals: readonly number[], reserved: number, provisioned = 0) =>
  simulateAuthorizer({
    arrivals,
    reserved,
    provisioned,
    account: DEFAULT_GATEWAY_THROTTLE,
    random: createRandom(seed),
  });

describe('the simulated authorizer', () => {
  it('keeps the limits of Lambda and of API Gateway, whatever arrives', () => {
    const load = fc.record({
      seed: fc.string(),
      callsPerSecond: fc.integer({ min: 1, max: 2_000 }),
      burst: fc.integer({ min: 0, max: 6_000 }),
      withinMs: fc.integer({ min: 1, max: 2_000 }),
      reserved: fc.integer({ min: 1, max: 6_000 }),
      provisioned: fc.integer({ min: 0, max: 2_000 }),
    });
    fc.assert(
      fc.property(load, ({ seed, callsPerSecond, burst, withinMs, reserved, provisioned }) => {
        const random = createRandom(seed);
        const arrivals = inOrder(
          poissonCalls(callsPerSecond, PERIOD, random),
          burstCalls(burst, withinMs, random),
        );
        const warm = Math.min(provisioned, reserved);
        const calls = simulate(seed, arrivals, reserved, warm);

        expect(calls.map(({ at }) => at)).toEqual(arrivals);
        expect(calls.every(({ running }) => running <= reserved)).toBe(true);
        // 1,000 at once, then 100 a second.
        expect(count(calls, 'cold')).toBeLessThanOrEqual(1_000 + (100 * PERIOD.until) / 1_000);
        expect(count(calls, 'cold') + warm).toBeLessThanOrEqual(Math.max(reserved, warm));
        const inFirstSecond = calls.filter(({ at }) => at < (arrivals[0] ?? 0) + 1_000);
        expect(inFirstSecond.filter(({ outcome }) => outcome !== 'limited').length).toBeLessThanOrEqual(
          15_001,
        );
        const run = inFirstSecond.filter(({ outcome }) => outcome === 'warm' || outcome === 'cold');
        expect(run.length).toBeLessThanOrEqual(20 * reserved);
      }),
      { numRuns: 40 },
    );
  });

  it('throttles a burst above its reservation, and above what Lambda starts', () => {
    const burst = Array.from({ length: 1_500 }, () => 0);
    expect(count(simulate('a', burst, 100), 'throttled')).toBe(1_400);
    expect(count(simulate('a', burst, 1_500), 'throttled')).toBe(500);
    expect(count(simulate('a', burst, 1_500, 500), 'throttled')).toBe(0);
    expect(count(simulate('a', burst, 1_499, 500), 'throttled')).toBe(1);
  });

  it('throttles short calls above ten a second for each execution', () => {
    const calls = simulate('a', steadyCalls(1_667, { from: 0, until: 20_000 }), 100, 100);
    const run = calls.filter(({ outcome }) => outcome === 'warm').length;
    expect(run).toBeGreaterThan(20_000);
    expect(run).toBeLessThanOrEqual(21_000);
    expect(Math.max(...calls.map(({ running }) => running))).toBeLessThan(30);
  });
});

describe('the scenarios', () => {
  const all = SCENARIOS.map((scenario) => runScenario(scenario));

  it('are the tables of docs/explanation/capacity.md: npm run bench -- authorizer --renew', async () => {
    const document = await readFile(
      new URL('../../../docs/explanation/capacity.md', import.meta.url),
      'utf8',
    );
    expect(withTable(document, 'authorizer', scenarioTable(all))).toBe(document);
    expect(withTable(document, 'concurrency', concurrencyTable(all))).toBe(document);
  });

  it('depend on the seed only', () => {
    const [, , , poisson] = SCENARIOS;
    if (poisson === undefined) throw new Error('no scenario');
    expect(runScenario(poisson)).toEqual(all[3]);
    expect(runScenario(poisson, 'another')).not.toEqual(all[3]);
  });

  it('are carried with the derived reservation and its provisioned executions, and not with 100', () => {
    for (const { provisioned } of all) expect(count(provisioned.calls, 'throttled')).toBe(0);
    expect(all.filter(({ former }) => count(former.calls, 'throttled') > 0).length).toBeGreaterThan(6);
  });
});

describe('docs/explanation/capacity.md', () => {
  it('has the capacity that the plans of prod need', async () => {
    const document = await readFile(
      new URL('../../../docs/explanation/capacity.md', import.meta.url),
      'utf8',
    );
    const { plans, reservedExecutions } = environmentSettings('prod');
    if (plans === undefined) throw new Error('prod is not sized');
    const required = requiredCapacity(plans);
    const figure = (value: number) => Math.ceil(value).toLocaleString('en-US');
    const { authorizer = 0, ...decidedByCallers } = reservedExecutions ?? {};

    expect(document).toContain(
      `| ${plans.standardOrganizations} standard organizations, ${plans.standardBurstsAtOnce} bursts at the same moment, ${figure(plans.enterpriseRequestsPerMinute)} enterprise calls a minute |`,
    );
    expect(document).toContain(`= ${figure(required.callsAtOnce)}, and at most the burst of the account |`);
    expect(document).toContain(`| authorizer, reserved | ${figure(authorizer)} |`);
    expect(document).toContain(`time a caller decides, reserved | ${figure(sumOf(decidedByCallers))}: `);
    expect(document).toContain(`| all other functions | ${figure(required.unreservedExecutions)}, `);
    expect(document).toContain(`| **${figure(required.accountExecutions)}** |`);
    expect(document).toContain(
      `**${figure(required.gateway.rateLimit)} a second and ${figure(required.gateway.burstLimit)} at once**`,
    );
  });
});
