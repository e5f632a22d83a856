import pMap from 'p-map';
import { allItems } from '../support/service-tables.ts';
import type { Answer } from '../support/service-under-test.ts';
import { MARK_HEADER } from './call-watch.ts';
import { canonicalState, itemsByOrganization } from './canonical-state.ts';
import { createFaultChoice } from './chosen-faults.ts';
import type { Case, References, Result, States } from './disturbed-call.ts';
import type { Fault } from './fault-kinds.ts';
import { judgeCall, judgeReferences } from './judge-call.ts';
import { type OperationScenario, prepareTenant, sendScenario, type Tenant } from './operation-scenarios.ts';
import { choosePairs } from './paired-faults.ts';
import type { WatchedService } from './watched-service.ts';

/** A call with faults, and its retry without. */
export interface DisturbedCall {
  readonly scenario: OperationScenario;
  readonly faults: readonly Fault[];
  readonly struck: readonly Fault[];
  /** What is wrong, in words. */
  readonly wrong: readonly string[];
}

export interface OperationFindings {
  /** Scenario and call site. */
  readonly recorded: readonly string[];
  readonly sites: number;
  readonly pairs: number;
  readonly cases: readonly DisturbedCall[];
  /** Scenarios whose undisturbed calls differ from each other. */
  readonly unstable: ReadonlyMap<OperationScenario, readonly string[]>;
  /** Accounts whose stored counts differ from their rows. */
  readonly miscounted: readonly string[];
}

/** At once: functions mostly wait for the engines. */
const CONCURRENCY = 6;
/** On a loaded machine, an undisturbed call can exceed its timeouts. */
const ATTEMPTS = 8;
const NOT_MADE: Result = { fault: 'the call was not made' };
/** Later than messages count as lost, so that sweeps send them again. */
const LATER = '90s';

/**
 * Records the calls of each scenario, then repeats it with each fault, each time with an organization of its own. The
 * steps run for all scenarios together, because reading all tables takes longer than a call.
 */
export async function runOperationFaults(
  watched: WatchedService,
  scenarios: readonly OperationScenario[],
): Promise<OperationFindings> {
  const steps = createSteps(watched);
  const recorded = await steps.record(scenarios);
  const references = await steps.makeReferences(scenarios);
  const choose = createFaultChoice();
  const single = scenarios.flatMap((scenario) =>
    (recorded.get(scenario) ?? []).flatMap(choose).map((fault) => ({ scenario, faults: [fault] })),
  );
  const cases = await steps.prepare(single, references);
  await steps.disturb(cases);
  const pairs = await steps.prepare(choosePairs(cases), references);
  await steps.disturb(pairs);
  const all = [...cases, ...pairs];

  const afterFaults = await steps.readStates();
  await steps.retry(all);
  const atEnd = await steps.readStates();
  return {
    recorded: [...recorded].flatMap(([{ name }, sites]) => sites.map((site) => `${name}: ${site}`)),
    sites: [...recorded.values()].flat().length,
    pairs: pairs.length,
    unstable: new Map(
      [...references].map(([scenario, tenants]) => [scenario, judgeReferences(scenario, tenants, atEnd)]),
    ),
    miscounted: await steps.miscounted(),
    cases: all.map((one) => {
      const tenants = references.get(one.scenario);
      if (tenants === undefined) throw new Error(`${one.scenario.name} has no references`);
      return {
        scenario: one.scenario,
        faults: one.faults,
        struck: one.struck,
        wrong: judgeCall(one, { tenants, afterFaults, atEnd, answers: steps.answers }),
      };
    }),
  };
}

const newMark = () => `case-${crypto.randomUUID()}`;

type Planned = Pick<Case, 'scenario' | 'faults'>;

function createSteps(watched: WatchedService) {
  const { service, watch, recounts } = watched;
  /** Answers of undisturbed calls by Tenant: the last one of each. */
  const answers = new Map<Tenant, Answer>();

  const prepared = async (scenario: OperationScenario): Promise<Tenant> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await prepareTenant(watched, scenario);
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
      }
    }
  };

  /** An organization after undisturbed calls, of which the first succeeded and none failed. */
  const undisturbed = async (scenario: OperationScenario, calls: number): Promise<Tenant> => {
    for (let attempt = 1; ; attempt += 1) {
      const tenant = await prepared(scenario);
      const statuses: number[] = [];
      for (let call = 0; call < calls; call += 1) {
        const answer = await sendScenario(service, scenario, tenant);
        answers.set(tenant, answer);
        statuses.push(answer.status);
      }
      if (statuses[0] === 200 && !statuses.includes(500)) return tenant;
      if (attempt === ATTEMPTS) throw new Error(`${scenario.name} answers ${statuses} without a fault`);
    }
  };

  const sent = (scenario: OperationScenario, tenant: Tenant, mark?: string): Promise<Result> =>
    sendScenario(service, scenario, tenant, mark === undefined ? {} : { [MARK_HEADER]: mark }).then(
      (answer) => ({ answer }),
      (error: unknown) => ({ fault: String(error) }),
    );

  /** Sites of an undisturbed call of a function that has just started. */
  const recordOne = async (scenario: OperationScenario, first?: Tenant): Promise<readonly string[]> => {
    let tenant = first ?? (await prepared(scenario));
    for (let attempt = 1; ; attempt += 1) {
      // New organizations are enough for the authorizer; without it, other calls would fail.
      if (scenario.functionName !== 'authorizer') service.crash(scenario.functionName);
      const mark = newMark();
      const run = watch.begin(scenario.functionName, mark);
      const result = await sent(scenario, tenant, mark);
      watch.end(mark);
      if ('answer' in result && result.answer.status === 200) return [...run.sites];
      if (attempt === ATTEMPTS) {
        const text = 'answer' in result ? result.answer.text : result.fault;
        throw new Error(`${scenario.name} fails without a fault: ${text}`);
      }
      tenant = await prepared(scenario);
    }
  };

  const disturbOne = async (one: Case): Promise<void> => {
    const mark = newMark();
    const run = watch.begin(one.scenario.functionName, mark, one.faults);
    one.first = await sent(one.scenario, one.tenant, mark);
    one.struck = [...run.struck];
    one.sites = [...run.sites];
    watch.end(mark);
  };

  /** Repeats calls that a warm function did not make, with a new organization and a new worker. */
  const disturbCold = async (missed: readonly Case[]): Promise<void> => {
    await pMap(
      missed.filter(({ scenario }) => !scenario.isRead),
      async (one) => {
        one.tenant = await prepared(one.scenario);
      },
      { concurrency: CONCURRENCY },
    );
    const byFunction = Map.groupBy(missed, ({ scenario }) => scenario.functionName);
    await pMap(
      byFunction,
      async ([functionName, own]) => {
        for (const one of own) {
          service.crash(functionName);
          await disturbOne(one);
        }
      },
      { concurrency: CONCURRENCY },
    );
  };

  return {
    answers,
    /** Calls of each scenario, by functions that have just started and have no data in their caches. */
    async record(
      scenarios: readonly OperationScenario[],
    ): Promise<ReadonlyMap<OperationScenario, readonly string[]>> {
      // All are prepared before functions are ended, because preparations call them.
      const tenants = new Map(
        await pMap(scenarios, async (scenario) => [scenario, await prepared(scenario)] as const, {
          concurrency: CONCURRENCY,
        }),
      );
      const byFunction = Map.groupBy(scenarios, ({ functionName }) => functionName);
      const recorded = new Map<OperationScenario, readonly string[]>();
      await pMap(
        byFunction,
        async ([, own]) => {
          for (const scenario of own)
            recorded.set(scenario, await recordOne(scenario, tenants.get(scenario)));
        },
        { concurrency: CONCURRENCY },
      );
      return recorded;
    },

    async makeReferences(
      scenarios: readonly OperationScenario[],
    ): Promise<ReadonlyMap<OperationScenario, References>> {
      const made = await pMap(
        scenarios,
        async (scenario) => {
          if (scenario.isRead) {
            const read = await undisturbed(scenario, 1);
            return [scenario, { untouched: read, once: [read, read], twice: read }] as const;
          }
          const untouched = await prepared(scenario);
          const once = [await undisturbed(scenario, 1), await undisturbed(scenario, 1)] as const;
          return [scenario, { untouched, once, twice: await undisturbed(scenario, 2) }] as const;
        },
        { concurrency: CONCURRENCY },
      );
      return new Map(made);
    },

    /** Reads share the organization of their reference. */
    prepare: (
      planned: readonly Planned[],
      references: ReadonlyMap<OperationScenario, References>,
    ): Promise<Case[]> =>
      pMap(
        planned,
        async ({ scenario, faults }) => {
          const shared = scenario.isRead ? references.get(scenario)?.untouched : undefined;
          const tenant = shared ?? (await prepared(scenario));
          return { scenario, faults, tenant, struck: [], sites: [], first: NOT_MADE, retry: NOT_MADE };
        },
        { concurrency: CONCURRENCY },
      ),

    async disturb(cases: readonly Case[]): Promise<void> {
      await pMap(cases, disturbOne, { concurrency: CONCURRENCY });
      await disturbCold(cases.filter(({ struck }) => struck.length === 0));
    },

    retry: (cases: readonly Case[]) =>
      pMap(
        cases,
        async (one) => {
          for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
            one.retry = await sent(one.scenario, one.tenant);
            if (!('answer' in one.retry) || one.retry.answer.status !== 500) return;
          }
        },
        { concurrency: CONCURRENCY },
      ),

    /** What is stored when all effects of the calls have come to an end. */
    async readStates(): Promise<States> {
      await watched.settled();
      await service.freight('clock', 'advance', LATER, '--json');
      await service.runSchedule('sweep-due-deliveries');
      await watched.settled();
      const items = itemsByOrganization(await allItems(service));
      const states = new Map([...items].map(([orgId, own]) => [orgId, canonicalState(own)]));
      return ({ orgId }) => states.get(orgId) ?? new Map();
    },

    async miscounted(): Promise<readonly string[]> {
      const accounts = await recounts.accounts();
      const recounted = await pMap(
        accounts,
        async (account) => ({ account, found: await recounts.recount(account, false) }),
        { concurrency: CONCURRENCY },
      );
      return recounted
        .filter(({ found }) => found.differences.length > 0)
        .map((each) => JSON.stringify(each));
    },
  };
}
