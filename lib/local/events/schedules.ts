import { randomUUID } from 'node:crypto';
import type { Invocation } from '../lambda/functions.ts';
import { LocalSetupError } from '../local-setup-error.ts';
import { LOCAL_ACCOUNT, LOCAL_REGION } from '../template/local-names.ts';
import type { ScheduleModel } from '../template/service-model.ts';

export interface SchedulesOptions {
  readonly invoke: (functionArn: string, event: unknown) => Promise<Invocation>;
  /** Clock of the schedules. */
  readonly now: () => Date;
  readonly onLog: (line: string) => void;
}

export interface Schedules {
  /** All schedules with their next run. */
  list(): readonly { readonly name: string; readonly expression: string; readonly next: string }[];
  /** Runs the function of a schedule once; undefined if the schedule does not exist. */
  run(name: string): Promise<Invocation | undefined>;
  /** Follows the schedules of a template from now on; unchanged ones continue. */
  follow(schedules: readonly ScheduleModel[]): void;
  /** To be called after a change of the clock: schedules that became due run once. */
  clockMoved(): void;
  /** Resolves when the last run has ended. */
  stop(): Promise<void>;
}

/** Longer delays overflow, and Node fires such timers at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface Alarm {
  readonly model: ScheduleModel;
  next: Date;
  timer?: NodeJS.Timeout;
}

/**
 * The schedules of the template. As in EventBridge, a rule fires even if the previous run has not ended; the concurrency
 * of the function is the limit. Runs that were missed while the machine slept are skipped, and failed ones are logged.
 */
export function createSchedules({ invoke, now, onLog }: SchedulesOptions): Schedules {
  const alarms = new Map<string, Alarm>();
  const underWay = new Set<Promise<void>>();

  const fire = async ({ name, arn, functionArn }: ScheduleModel, at: Date): Promise<void> => {
    const ended = await invoke(functionArn, scheduledEvent(arn, at));
    if (ended.outcome === 'returned') return;
    onLog(JSON.stringify({ level: 'error', code: 'SCHEDULED_EVENT_FAILED', schedule: name, ...ended }));
  };

  const check = (alarm: Alarm): void => {
    clearTimeout(alarm.timer);
    const at = now();
    const after = nextRun(alarm.model.expression, at);
    if (at >= alarm.next) {
      const run = fire(alarm.model, alarm.next).finally(() => underWay.delete(run));
      underWay.add(run);
      alarm.next = after;
    } else if (after < alarm.next) alarm.next = after; // The clock was set back.
    alarm.timer = setTimeout(check, Math.min(alarm.next.getTime() - at.getTime(), MAX_TIMER_MS), alarm);
    alarm.timer.unref();
  };

  const follow = (models: readonly ScheduleModel[]): void => {
    const wanted = new Map(models.map((model) => [model.name, model]));
    for (const [name, { model, timer }] of alarms) {
      if (JSON.stringify(wanted.get(name)) === JSON.stringify(model)) continue;
      clearTimeout(timer);
      alarms.delete(name);
    }
    for (const [name, model] of wanted) {
      if (alarms.has(name)) continue;
      const alarm = { model, next: nextRun(model.expression, now()) };
      alarms.set(name, alarm);
      check(alarm);
    }
  };

  return {
    follow,
    stop: async () => {
      follow([]);
      await Promise.all(underWay);
    },
    clockMoved: () => {
      for (const alarm of alarms.values()) check(alarm);
    },
    list: () =>
      [...alarms.values()].map(({ model: { name, expression }, next }) => ({
        name,
        expression,
        next: next.toISOString(),
      })),
    run: async (name) => {
      const model = alarms.get(name)?.model;
      return model && invoke(model.functionArn, scheduledEvent(model.arn, now()));
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
function nextRun(expression: string, after: Date): Date {
  const [, count = '', unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (unit !== '') return new Date(after.getTime() + Number(count) * (UNIT_MS[unit] ?? 0));
  const [, minute, hours, weekdays = ''] = CRON.exec(expression) ?? [];
  const [first = '', last = first] = weekdays === '*' ? ['SUN', 'SAT'] : weekdays.split('-');
  const [from, to] = [WEEKDAYS.indexOf(first), WEEKDAYS.indexOf(last)];
  // Without a day that fits, the search below would not end.
  if (hours === undefined || from === -1 || to < from) {
    throw new LocalSetupError(`The local host does not support the schedule ${expression}.`);
  }
  for (let ahead = 0; ; ahead += 1) {
    for (const hour of hours.split(',').map(Number)) {
      const [year, month, day] = [after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate()];
      const moment = new Date(Date.UTC(year, month, day + ahead, hour, Number(minute)));
      if (moment > after && moment.getUTCDay() >= from && moment.getUTCDay() <= to) return moment;
    }
  }
}
