import type { Invocation } from '../lambda/functions.ts';
import type { ScheduleModel } from '../template/service-model.ts';
import type { EventSource } from './event-source.ts';
import { invokeAsynchronously } from './invoke-asynchronously.ts';
import { scheduleExpression } from './schedule-expression.ts';
import { scheduledEvent } from './scheduled-event.ts';

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
