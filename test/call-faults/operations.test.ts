import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ENDPOINTS } from '../../functions/definitions.ts';
import { faultName } from './fault-kinds.ts';
import { type DisturbedCall, type OperationFindings, runOperationFaults } from './operation-faults.ts';
import { OPERATION_SCENARIOS } from './operation-scenarios.ts';
import { startWatchedService, type WatchedService } from './watched-service.ts';

/** Against hanging only: the long form takes hours. */
const WITHIN_MS = process.env.FULL_LENGTH === 'yes' ? 36_000_000 : 1_800_000;

let watched: WatchedService;
let findings: OperationFindings;

beforeAll(async () => {
  watched = await startWatchedService();
  findings = await runOperationFaults(watched, OPERATION_SCENARIOS);
  const count = findings.cases.length;
  console.log(
    `${OPERATION_SCENARIOS.length} scenarios, ${findings.sites} call sites, ${count} calls with faults, ${findings.pairs} of them with two`,
  );
}, WITHIN_MS);

afterAll(() => watched?.stop());

const labelled = (cases: readonly DisturbedCall[]) =>
  cases.flatMap(({ faults, wrong }) => wrong.map((text) => `${faults.map(faultName).join(' + ')}: ${text}`));

describe('faults at every call of every operation', () => {
  it('have a scenario for each operation', () => {
    const named = new Set(OPERATION_SCENARIOS.map(({ endpoint }) => endpoint.function));
    expect(ENDPOINTS.map((endpoint) => endpoint.function).filter((name) => !named.has(name))).toEqual([]);
  });

  it('were injected at every call site that was recorded', () => {
    const struck = new Set(
      findings.cases.flatMap(({ scenario, struck }) => struck.map(({ site }) => `${scenario.name}: ${site}`)),
    );
    expect(findings.recorded.filter((site) => !struck.has(site))).toEqual([]);
  });

  it.each(OPERATION_SCENARIOS)('leave $name complete or unchanged', (scenario) => {
    const own = findings.cases.filter((each) => each.scenario === scenario);
    expect([...(findings.unstable.get(scenario) ?? []), ...labelled(own)]).toEqual([]);
  });

  it('leave the counts of quotes equal to the number of quotes', () => {
    expect(findings.miscounted).toEqual([]);
  });
});
