import { randomUUID } from 'node:crypto';
import type { Functions } from '../lambda/functions.ts';
import { LocalSetupError } from '../local-setup-error.ts';
import type { ScheduleModel } from '../template/service-model.ts';

export type Schedules = ReturnType<typeof startSchedules>;

/** Longer delays overflow, and Node fires such timers at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

interface Alarm {
  readonly model: ScheduleModel;
  next: Date;
  timer?: NodeJS.Timeout;
}

/**
 * Starts schedules. As in EventBridge, a rule fires even if the previous run has not ended; the concurrency of the function
 * is the limit. Runs that were missed while the machine slept are skipped, and failed ones are logged.
 */
export function startSchedules(
  models: readonly ScheduleModel[],
  invoke: Functions['invoke'],
  now: () => Date,
  onLog: (line: string) => void,
) {
  const underWay = new Set<Promise<void>>();
  const alarms = models.map((model): Alarm => ({ model, next: nextRun(model.expression, now()) }));

  const run = ({ arn, functionArn }: ScheduleModel, at: Date) => invoke(functionArn, scheduledEvent(arn, at));
  const fire = async (model: ScheduleModel, at: Date): Promise<void> => {
    const ended = await run(model, at);
    if (ended.outcome === 'returned') return;
    const { name: schedule } = model;
    onLog(JSON.stringify({ level: 'error', code: 'SCHEDULED_EVENT_FAILED', schedule, ...ended }));
  };

  const check = (alarm: Alarm): void => {
    clearTimeout(alarm.timer);
    const at = now();
    const after = nextRun(alarm.model.expression, at);
    if (at >= alarm.next) {
      const fired = fire(alarm.model, alarm.next).finally(() => underWay.delete(fired));
      underWay.add(fired);
      alarm.next = after;
    } else if (after < alarm.next) alarm.next = after; // The clock was set back.
    alarm.timer = setTimeout(check, Math.min(alarm.next.getTime() - at.getTime(), MAX_TIMER_MS), alarm);
    alarm.timer.unref();
  };
  const checkAll = () => {
    for (const alarm of alarms) check(alarm);
  };
  checkAll();

  return {
    /** To be called after a change of the clock: schedules that became due run once. */
    clockMoved: checkAll,
    /** All schedules with their next run. */
    list: () =>
      alarms.map(({ model: { name, expression }, next }) => ({ name, expression, next: next.toISOString() })),
    /** Runs the function of a schedule once; undefined if the schedule does not exist. */
    run: async (name: string) => {
      const model = models.find((one) => one.name === name);
      return model && run(model, now());
    },
    /** Resolves when the last run has ended. */
    stop: async (): Promise<void> => {
      for (const { timer } of alarms) clearTimeout(timer);
      await Promise.all(underWay);
    },
  };
}

/** The event that EventBridge sends for a schedule. `time` has no fraction of a second. */
const scheduledEvent = (ruleArn: string, at: Date) => ({
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  time: at.toISOString().replace(/\.\d{3}Z$/, 'Z'),
  resources: [ruleArn],
  detail: {},
});

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
