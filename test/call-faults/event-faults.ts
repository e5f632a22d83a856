import { setTimeout as pause } from 'node:timers/promises';
import pMap from 'p-map';
import { engineQueues } from '../support/engine-queues.ts';
import { eventually } from '../support/eventually.ts';
import { allItems, type Item } from '../support/service-tables.ts';
import type { TestOrganization } from '../support/service-under-test.ts';
import { canonicalState, differences, itemsByOrganization, withoutValues } from './canonical-state.ts';
import { createFaultChoice } from './chosen-faults.ts';
import type { EventScenario } from './event-scenarios.ts';
import { type Fault, isWrongAnswer } from './fault-kinds.ts';
import type { WatchedService } from './watched-service.ts';

/** A run of a scenario in which a call of one of its functions had a fault. */
export interface DisturbedEvent {
  readonly scenario: EventScenario;
  readonly functionName: string;
  readonly fault: Fault;
  readonly wrong: readonly string[];
}

export interface EventFindings {
  /** Function and call site. */
  readonly recorded: readonly string[];
  readonly cases: readonly DisturbedEvent[];
}

/** Against hanging only. */
const RECORDED_WITHIN_MS = 60_000;
const STRUCK_WITHIN_MS = 30_000;
/** A function that has data in its caches makes fewer calls: then the run is repeated by a new worker. */
const WARM_WITHIN_MS = 8_000;
/** After the last call of an undisturbed function. */
const QUIET_MS = 3_000;
const CONCURRENCY = 4;
/** Messages of a failed run are received again after this time; the template has minutes. Longer than a disturbed run. */
const INVISIBLE_SECONDS = 30;
/** Later than messages count as lost, so that sweeps send them again. */
const LATER = '90s';
/** A disturbed message can cause others, and functions set the delay of some retries. */
const ROUNDS = 6;

interface Run {
  readonly scenario: EventScenario;
  readonly functionName: string;
  readonly fault: Fault;
  organization: TestOrganization;
  isStruck: boolean;
}

/**
 * Records the calls of the functions that continue each scenario, then repeats it with each fault, each time with an
 * organization of its own. At the end all messages have been sent again, and what is stored is compared with an
 * undisturbed run.
 */
export async function runEventFaults(
  watched: WatchedService,
  scenarios: readonly EventScenario[],
): Promise<EventFindings> {
  const { service, watch, receiver } = watched;

  const record = async (scenario: EventScenario) => {
    const organization = await scenario.prepare(watched);
    await watched.settled();
    for (const functionName of scenario.functions) service.crash(functionName);
    const runs = scenario.functions.map(
      (functionName) => [functionName, watch.begin(functionName, organization.orgId)] as const,
    );
    await scenario.trigger(watched, organization);
    const seen = () => runs.every(([, { sites }]) => sites.length > 0);
    await eventually(async () => seen(), Boolean, RECORDED_WITHIN_MS);
    for (let before = -1; before !== sizeOf(runs); ) {
      before = sizeOf(runs);
      await pause(QUIET_MS);
    }
    watch.end(organization.orgId);
    return { scenario, organization, sites: runs.map(([name, { sites }]) => [name, [...sites]] as const) };
  };

  const strike = async (run: Run, withinMs: number): Promise<void> => {
    const { scenario, functionName, fault, organization } = run;
    const watchedRun = watch.begin(functionName, organization.orgId, [fault]);
    await scenario.trigger(watched, organization);
    run.isStruck = await eventually(async () => watchedRun.struck.size > 0, Boolean, withinMs);
  };

  /** One run at a time for each function: an event of several organizations would have the fault of one of them. */
  const disturb = (runs: readonly Run[], disturbOne: (run: Run) => Promise<void>) =>
    pMap(
      Map.groupBy(runs, ({ functionName }) => functionName),
      async ([, own]) => {
        for (const run of own) await disturbOne(run);
      },
    );

  const queues = engineQueues(() => service.sqsEndpoint);
  for (const name of await queues.names()) {
    await queues.setAttributes(name, { VisibilityTimeout: String(INVISIBLE_SECONDS) });
  }
  queues.stop();
  const recorded: Awaited<ReturnType<typeof record>>[] = [];
  for (const scenario of scenarios) recorded.push(await record(scenario));
  const choose = createFaultChoice();
  const planned = recorded.flatMap(({ scenario, sites }) =>
    sites.flatMap(([functionName, own]) =>
      own.flatMap(choose).map((fault) => ({ scenario, functionName, fault })),
    ),
  );
  const runs: Run[] = await pMap(
    planned,
    async (plan) => ({ ...plan, organization: await plan.scenario.prepare(watched), isStruck: false }),
    { concurrency: CONCURRENCY },
  );
  await watched.settled();
  await disturb(runs, (run) => strike(run, WARM_WITHIN_MS));
  const missed = runs.filter(({ isStruck }) => !isStruck);
  for (const run of missed) run.organization = await run.scenario.prepare(watched);
  await watched.settled();
  await disturb(missed, async (run) => {
    service.crash(run.functionName);
    await strike(run, STRUCK_WITHIN_MS);
  });
  const outcomeIn =
    (items: ReadonlyMap<string, readonly Item[]>) =>
    ({ orgId }: TestOrganization) => {
      const own = items.get(orgId) ?? [];
      const arrivals = receiver.on(`/${orgId}`);
      return {
        state: ofAccount(own),
        deliveries: deliveriesIn(own),
        events: new Set(arrivals.map(({ headers }) => String(headers['x-event-id']))).size,
      };
    };

  const judge = (
    { scenario, fault, organization, isStruck }: Run,
    outcome: ReturnType<typeof outcomeIn>,
  ): string[] => {
    const reference = recorded.find((each) => each.scenario === scenario);
    if (reference === undefined) return ['the scenario was not recorded'];
    if (!isStruck) return ['no fault was injected, although the call was recorded'];
    const [expected, found] = [outcome(reference.organization), outcome(organization)];
    if (isWrongAnswer(fault)) {
      // A function that is given no webhooks has nothing to send.
      const more = found.events > expected.events ? [`${found.events} events arrived`] : [];
      return [...differences(withoutValues(found.state), withoutValues(expected.state)), ...more];
    }
    return [
      ...differences(found.state, expected.state),
      ...(found.deliveries === expected.deliveries
        ? []
        : [`deliveries ${found.deliveries} instead of ${expected.deliveries}`]),
      ...(found.events === expected.events
        ? []
        : [`${found.events} events arrived instead of ${expected.events}`]),
    ];
  };

  let wrong: readonly (readonly string[])[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await pause(INVISIBLE_SECONDS * 1000);
    await service.freight('clock', 'advance', LATER, '--json');
    await service.runSchedule('sweep-due-deliveries');
    await watched.settled();
    const outcome = outcomeIn(itemsByOrganization(await allItems(service)));
    wrong = runs.map((run) => judge(run, outcome));
    if (wrong.flat().length === 0) break;
  }

  return {
    recorded: recorded.flatMap(({ scenario, sites }) =>
      sites.flatMap(([name, own]) => own.map((site) => `${scenario.name}: ${name}: ${site}`)),
    ),
    cases: runs.map((run, index) => ({ ...run, wrong: wrong[index] ?? [] })),
  };
}

const sizeOf = (runs: readonly (readonly [string, { readonly sites: readonly string[] }])[]): number =>
  runs.reduce((sum, [, { sites }]) => sum + sites.length, 0);

/** The data of the account, and its loads in the market. Deliveries also contain their attempts, whose number a fault may increase. */
const ofAccount = (items: readonly Item[]) =>
  canonicalState(
    items.filter(({ pk, account }) => /^org_/.test(String(pk ?? account)) || /^loads#/.test(String(pk))),
  );

/** Event and status of each delivery. */
const deliveriesIn = (items: readonly Item[]): string =>
  JSON.stringify(
    items
      .filter(({ pk, sk }) => String(pk).startsWith('D#') && sk === 'state')
      .map(({ event, status }) => `${event} ${status}`)
      .sort(),
  );
