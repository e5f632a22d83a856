import { randomUUID } from 'node:crypto';
import type { Functions } from '../lambda/functions.ts';
import { LocalSetupError } from '../local-setup-error.ts';
import type { ServiceModel } from '../template/service-model.ts';

export type Schedules = ReturnType<typeof startSchedules>;

type Schedule = ServiceModel['schedules'][number];

const CHECK_EVERY_MS = 1_000;

/**
 * Starts schedules. As in EventBridge, a rule fires even if the previous run has not ended; the concurrency of the function
 * is the limit. Runs that were missed while the machine slept are skipped, and failed ones are logged.
 */
export function startSchedules(
  schedules: readonly Schedule[],
  invoke: Functions['invoke'],
  now: () => Date,
  onLog: (line: string) => void,
) {
  const underWay = new Set<Promise<void>>();
  const next = new Map(schedules.map(({ name, expression }) => [name, nextRun(expression, now())]));

  const run = ({ arn, functionArn }: Schedule, at: Date) =>
    invoke(functionArn, {
      id: randomUUID(),
      'detail-type': 'Scheduled Event',
      source: 'aws.events',
      // Without a fraction of a second.
      time: at.toISOString().replace(/\.\d{3}Z$/, 'Z'),
      resources: [arn],
      detail: {},
    });
  const fire = async (schedule: Schedule, at: Date): Promise<void> => {
    const ended = await run(schedule, at);
    if (ended.outcome === 'returned') return;
    const entry = { level: 'error', code: 'SCHEDULED_EVENT_FAILED', schedule: schedule.name };
    onLog(JSON.stringify({ ...entry, ...ended }));
  };

  const check = (): void => {
    const at = now();
    for (const schedule of schedules) {
      const due = next.get(schedule.name) ?? at;
      const after = nextRun(schedule.expression, at);
      if (at >= due) {
        const fired = fire(schedule, due).finally(() => underWay.delete(fired));
        underWay.add(fired);
      }
      // Earlier, if the clock was set back.
      if (at >= due || after < due) next.set(schedule.name, after);
    }
  };
  const timer = setInterval(check, CHECK_EVERY_MS);
  timer.unref();

  return {
    /** To be called after a change of the clock: schedules that became due run once. */
    clockMoved: check,
    /** All schedules with their next run. */
    list: () =>
      schedules.map(({ name, expression }) => ({ name, expression, next: next.get(name)?.toISOString() })),
    /** Runs the function of a schedule once; undefined if the schedule does not exist. */
    run: async (name: string) => {
      const schedule = schedules.find((one) => one.name === name);
      return schedule && run(schedule, now());
    },
    /** Resolves when the last run has ended. */
    stop: async (): Promise<void> => {
      clearInterval(timer);
      await Promise.all(underWay);
    },
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
