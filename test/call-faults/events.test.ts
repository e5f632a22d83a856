import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ENDPOINTS, FUNCTIONS } from '../../functions/definitions.ts';
import { type EventFindings, runEventFaults } from './event-faults.ts';
import { EVENT_SCENARIOS, NOT_DISTURBED } from './event-scenarios.ts';
import { faultName } from './fault-kinds.ts';
import { OPERATION_SCENARIOS } from './operation-scenarios.ts';
import { startWatchedService, type WatchedService } from './watched-service.ts';

/** Against hanging only: the long form takes hours. */
const WITHIN_MS = process.env.FULL_LENGTH === 'yes' ? 36_000_000 : 1_800_000;

let watched: WatchedService;
let findings: EventFindings;

beforeAll(async () => {
  watched = await startWatchedService();
  findings = await runEventFaults(watched, EVENT_SCENARIOS);
  const { recorded, cases } = findings;
  const reasons = Object.entries(NOT_DISTURBED).map(([name, reason]) => `  ${name}: ${reason}`);
  console.log(
    [
      `${EVENT_SCENARIOS.length} scenarios of events, ${recorded.length} call sites, ${cases.length} runs with faults`,
      'Without faults:',
      ...reasons,
    ].join('\n'),
  );
}, WITHIN_MS);

afterAll(() => watched?.stop());

describe('faults at every call of functions that continue a call', () => {
  it('exist for each function, or it has a reason', () => {
    const disturbed = new Set([
      ...OPERATION_SCENARIOS.map(({ functionName }) => functionName),
      ...EVENT_SCENARIOS.flatMap(({ functions }) => functions),
    ]);
    const others = FUNCTIONS.map((each) => each.function).filter((name) => !disturbed.has(name));
    expect([...new Set(others)].sort()).toEqual(Object.keys(NOT_DISTURBED).sort());
    expect(ENDPOINTS.filter((endpoint) => NOT_DISTURBED[endpoint.function] !== undefined)).toEqual([]);
  });

  it('were injected at every call site that was recorded', () => {
    const cases = new Set(
      findings.cases.map(
        ({ scenario, functionName, fault }) => `${scenario.name}: ${functionName}: ${fault.site}`,
      ),
    );
    expect(findings.recorded.filter((site) => !cases.has(site))).toEqual([]);
  });

  it.each(EVENT_SCENARIOS)('lose and repeat nothing of $name', (scenario) => {
    const wrong = findings.cases
      .filter((each) => each.scenario === scenario)
      .flatMap(({ functionName, fault, wrong: own }) =>
        own.map((text) => `${functionName}: ${faultName(fault)}: ${text}`),
      );
    expect(wrong).toEqual([]);
  });
});
