import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Invocation } from '../lambda/functions.ts';
import { LocalSetupError } from '../local-setup-error.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../template/local-names.ts';
import type { ScheduleModel } from '../template/service-model.ts';
import type { EventSource } from './event-source.ts';

export interface SchedulesOptions {
  readonly schedules: readonly ScheduleModel[];
  readonly invoke: (functionArn: string, event: unknown) => Promise<Invocation>;
  /** Clock of the schedules. */
  readonly now: () => Date;
  readonly onLog: (line: string) => void;
}

export interface Schedules extends EventSource {
  /** All schedules with their next run. */
  list(): readonly { readonly name: string; readonly expression: string; readonly next?: string }[];
  /** Runs the function of a schedule once, without retries; undefined if the schedule does not exist. */
  run(name: string): Promise<Invocation | undefined>;
  /** Replaces the schedules by those of a new template; unchanged ones continue. */
  reload(schedules: readonly ScheduleModel[]): void;
  /** To be called after a change of the clock: schedules that became due run once. */
  clockMoved(): void;
}

/** Longer delays overflow, and Node fires such timers at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface Clock {
  readonly model: ScheduleModel;
  readonly stop: () => void;
  readonly check: () => void;
  readonly next: () => Date | undefined;
}

/**
 * The schedules of the template. As in EventBridge, a rule fires even if the previous run has not ended; the concurrency
 * of the function is the limit. Runs that were missed while the machine slept are skipped.
 */
export function createSchedules({ schedules, invoke, now, onLog }: SchedulesOptions): Schedules {
  const clocks = new Map<string, Clock>();
  const underWay = new Set<Promise<void>>();
  const stopping = new AbortController();
  let started = false;

  const fire = (model: ScheduleModel, at: Date): void => {
    const { functionArn, retries, input } = model;
    const event = input ?? scheduledEvent(model.arn, at);
    const { signal } = stopping;
    const run = invokeAsynchronously({ invoke: () => invoke(functionArn, event), retries, signal })
      .then((ended) => {
        if (ended === undefined || ended.outcome === 'returned') return;
        const { name } = model;
        onLog(JSON.stringify({ level: 'error', code: 'SCHEDULED_EVENT_FAILED', schedule: name, ...ended }));
      })
      .finally(() => underWay.delete(run));
    underWay.add(run);
  };

  const startClock = (model: ScheduleModel): Clock => {
    const nextAfter = scheduleExpression(model.expression);
    let timer: NodeJS.Timeout | undefined;
    let next = nextAfter(now());
    const check = (): void => {
      clearTimeout(timer);
      const at = now();
      if (next !== undefined && at >= next) {
        fire(model, next);
        // Counts from now, so that missed runs are skipped.
        const later = nextAfter(next);
        next = later && later <= at ? nextAfter(at) : later;
      } else {
        // Earlier than before if the clock was set back.
        const soonest = nextAfter(at);
        if (soonest !== undefined && (next === undefined || soonest < next)) next = soonest;
      }
      if (next === undefined) return;
      timer = setTimeout(check, Math.min(Math.max(0, next.getTime() - at.getTime()), MAX_TIMER_MS));
      timer.unref();
    };
    check();
    return { model, stop: () => clearTimeout(timer), check, next: () => next };
  };

  const reload = (models: readonly ScheduleModel[]): void => {
    const wanted = new Map(models.map((model) => [model.name, model]));
    for (const [name, { model, stop }] of clocks) {
      if (JSON.stringify(wanted.get(name)) === JSON.stringify(model)) continue;
      stop();
      clocks.delete(name);
    }
    for (const [name, model] of wanted) {
      if (started && !clocks.has(name)) clocks.set(name, startClock(model));
    }
  };

  return {
    start: async () => {
      started = true;
      reload(schedules);
    },
    stop: async () => {
      started = false;
      stopping.abort();
      reload([]);
      await Promise.all(underWay);
    },
    reload,
    clockMoved: () => {
      for (const { check } of clocks.values()) check();
    },
    list: () =>
      [...clocks.values()].map(({ model: { name, expression }, next }) => {
        const moment = next()?.toISOString();
        return { name, expression, ...(moment === undefined ? {} : { next: moment }) };
      }),
    run: async (name) => {
      const model = clocks.get(name)?.model;
      if (model === undefined) return undefined;
      return invoke(model.functionArn, model.input ?? scheduledEvent(model.arn, now()));
    },
  };
}

/** The event that EventBridge sends for a schedule. `time` has no fraction of a second. */
function scheduledEvent(ruleArn: string, at: Date): Record<string, unknown> {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: LOCAL_ACCOUNT,
    time: at.toISOString().replace(/\.\d{3}Z$/, 'Z'),
    region: LOCAL_REGION,
    resources: [ruleArn],
    detail: {},
  };
}

const UNIT_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const CRON = /^cron\((\d+) ([\d,]+) \? \* (\*|[A-Z]{3}(?:-[A-Z]{3})?) \*\)$/;

/**
 * The next time of rate(...) and of cron(minute hours ? * weekdays *), in UTC, after a given one; a rate counts from that
 * time.
 * @throws LocalSetupError for other expressions.
 */
function scheduleExpression(expression: string): (after: Date) => Date {
  const [, count = '', unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (unit !== '') return (after) => new Date(after.getTime() + Number(count) * (UNIT_MS[unit] ?? 0));
  const [, minute, hours, weekdays = ''] = CRON.exec(expression) ?? [];
  const [first = '', last = first] = weekdays === '*' ? ['SUN', 'SAT'] : weekdays.split('-');
  const [from, to] = [WEEKDAYS.indexOf(first), WEEKDAYS.indexOf(last)];
  // Without a day that fits, the search below would not end.
  if (hours === undefined || from === -1 || to < from) {
    throw new LocalSetupError(`The local host does not support the schedule ${expression}.`);
  }
  const fits = (day: number) => day >= from && day <= to;
  return (after) => {
    for (let ahead = 0; ; ahead += 1) {
      for (const hour of hours.split(',').map(Number)) {
        const [year, month, day] = [after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate()];
        const moment = new Date(Date.UTC(year, month, day + ahead, hour, Number(minute)));
        if (moment > after && fits(moment.getUTCDay())) return moment;
      }
    }
  };
}

export interface AsynchronousCall {
  readonly invoke: () => Promise<Invocation>;
  /** Number of retries of a failed event. */
  readonly retries: number;
  /** Aborts the wait for the next attempt. */
  readonly signal: AbortSignal;
}

/** Lambda retries a failed asynchronous event after one minute, then after two more. */
const LAST_WAIT_MS = 120_000;
const WAITS_MS = [60_000, LAST_WAIT_MS];

/**
 * Invokes a function asynchronously, with the retries of Lambda.
 * @returns the result of the last attempt; undefined if the host stops before it.
 */
export async function invokeAsynchronously(call: AsynchronousCall): Promise<Invocation | undefined> {
  const { invoke, retries, signal } = call;
  for (let attempt = 0; ; attempt++) {
    const ended = await invoke();
    if (ended.outcome === 'returned' || attempt >= retries) return ended;
    const isAborted = await wait(WAITS_MS[attempt] ?? LAST_WAIT_MS, false, { signal }).catch(() => true);
    if (isAborted) return undefined;
  }
}
