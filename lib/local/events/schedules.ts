import type { Invocation } from '../lambda/function-worker.ts';
import type { ScheduleModel } from '../template/service-model.ts';
import type { EventSource } from './event-source.ts';
import { invokeAsynchronously } from './invoke-asynchronously.ts';
import { scheduleExpression } from './schedule-expression.ts';
import { scheduledEvent } from './scheduled-event.ts';

export interface SchedulesOptions {
  readonly schedules: readonly ScheduleModel[];
  readonly invoke: (functionArn: string, event: unknown) => Promise<Invocation>;
  /** The clock that schedules go by. */
  readonly now: () => Date;
  readonly onLog: (line: string) => void;
}

export interface Schedules extends EventSource {
  /** Every schedule with its next moment. */
  list(): readonly { readonly name: string; readonly expression: string; readonly next?: string }[];
  /** Runs a schedule's function now, once and without retries; undefined where there is no such schedule. */
  run(name: string): Promise<Invocation | undefined>;
  /** Takes the schedules of a newly synthesized template; those that stay as they are go on. */
  reload(schedules: readonly ScheduleModel[]): void;
  /** Looks at the clock anew, which was moved: what it passed fires once, at once. */
  clockMoved(): void;
}

/** Node's timers fire at once beyond this. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface Clock {
  readonly model: ScheduleModel;
  readonly stop: () => void;
  readonly lookAgain: () => void;
  readonly next: () => Date | undefined;
}

/**
 * The schedules of the template. As EventBridge does, a rule fires by the clock whether its function is done with the
 * event before or not: how many run at once is the function's own limit. What was missed while the machine slept is
 * not made up for.
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
        onLog(JSON.stringify({ level: 'error', code: 'SCHEDULED_EVENT_GIVEN_UP', schedule: name, ...ended }));
      })
      .finally(() => underWay.delete(run));
    underWay.add(run);
  };

  const startClock = (model: ScheduleModel): Clock => {
    const nextAfter = scheduleExpression(model.expression);
    let timer: NodeJS.Timeout | undefined;
    let next = nextAfter(now());
    const look = (): void => {
      clearTimeout(timer);
      const at = now();
      if (next !== undefined && at >= next) {
        fire(model, next);
        // From now on, not from then: a machine that slept has no runs to make up for.
        const later = nextAfter(next);
        next = later && later <= at ? nextAfter(at) : later;
      } else {
        // Sooner than it was where the clock was set back.
        const soonest = nextAfter(at);
        if (soonest !== undefined && (next === undefined || soonest < next)) next = soonest;
      }
      if (next === undefined) return;
      timer = setTimeout(look, Math.min(Math.max(0, next.getTime() - at.getTime()), LONGEST_TIMER_MS));
      timer.unref();
    };
    look();
    return { model, stop: () => clearTimeout(timer), lookAgain: look, next: () => next };
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
      for (const { lookAgain } of clocks.values()) lookAgain();
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
