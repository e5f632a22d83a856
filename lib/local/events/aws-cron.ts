import { type CronField, readCronField, ScheduleExpressionError } from './cron-field.ts';

const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

const MINUTE: CronField = { name: 'minute', min: 0, max: 59 };
const HOUR: CronField = { name: 'hour', min: 0, max: 23 };
const DAY_OF_MONTH: CronField = { name: 'day of the month', min: 1, max: 31 };
const MONTH: CronField = { name: 'month', min: 1, max: 12, names: MONTHS };
const DAY_OF_WEEK: CronField = { name: 'day of the week', min: 1, max: 7, names: DAYS };
const YEAR: CronField = { name: 'year', min: 1970, max: 2199 };

const DAY_MS = 86_400_000;
/** Weekdays of leap days repeat after 28 years, or after 40 years across a century without a leap year. */
const MAX_DAYS_AHEAD = 41 * 366;

type DayRule = (day: Date) => boolean;

const lastOfMonth = (day: Date): number =>
  new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();

/**
 * Parses cron(...) of EventBridge: minutes, hours, day of the month, month, day of the week (1 is Sunday), year, in UTC.
 * Source: Amazon EventBridge user guide, "Cron expressions".
 * @returns a function that gives the first matching time after a given one, or undefined if there is none.
 * @throws ScheduleExpressionError
 */
export function awsCron(expression: string): (after: Date) => Date | undefined {
  const fields = expression.trim().split(/\s+/);
  const [minuteText, hourText, dayText, monthText, weekdayText, yearText] = fields;
  if (
    fields.length !== 6 ||
    minuteText === undefined ||
    hourText === undefined ||
    dayText === undefined ||
    monthText === undefined ||
    weekdayText === undefined ||
    yearText === undefined
  ) {
    throw new ScheduleExpressionError('cron has six fields');
  }
  if ((dayText === '?') === (weekdayText === '?')) {
    throw new ScheduleExpressionError('one of day of the month and day of the week must be ?, not both');
  }
  const minutes = ascending(MINUTE, minuteText);
  const hours = ascending(HOUR, hourText);
  const months = readCronField(MONTH, monthText);
  const years = readCronField(YEAR, yearText);
  const dayFits = dayText === '?' ? weekdayRule(weekdayText) : monthDayRule(dayText);

  return (after) => {
    const midnight = Date.UTC(after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate());
    for (let ahead = 0; ahead < MAX_DAYS_AHEAD; ahead++) {
      const day = new Date(midnight + ahead * DAY_MS);
      if (years?.has(day.getUTCFullYear()) === false) continue;
      if (months?.has(day.getUTCMonth() + 1) === false || !dayFits(day)) continue;
      for (const hour of hours) {
        for (const minute of minutes) {
          const moment = day.getTime() + (hour * 60 + minute) * 60_000;
          if (moment > after.getTime()) return new Date(moment);
        }
      }
    }
    return undefined;
  };
}

function ascending(field: CronField, text: string): readonly number[] {
  const all = Array.from({ length: field.max - field.min + 1 }, (_, index) => field.min + index);
  const allowed = readCronField(field, text);
  return allowed === undefined ? all : all.filter((number) => allowed.has(number));
}

/** `L` is the last day, `LW` the last weekday, `15W` the weekday nearest to the 15th in the same month. */
function monthDayRule(text: string): DayRule {
  if (text === 'L') return (day) => day.getUTCDate() === lastOfMonth(day);
  const nearest = /^(\d{1,2}|L)W$/.exec(text)?.[1];
  if (nearest !== undefined) {
    const wanted = nearest === 'L' ? 31 : Number(nearest);
    if (wanted < 1 || wanted > 31) throw new ScheduleExpressionError(`"${text}" is not a day of the month`);
    return (day) => day.getUTCDate() === nearestWeekday(day, nearest === 'L' ? lastOfMonth(day) : wanted);
  }
  const days = readCronField(DAY_OF_MONTH, text);
  return (day) => days?.has(day.getUTCDate()) ?? true;
}

function nearestWeekday(inMonth: Date, wanted: number): number | undefined {
  const last = lastOfMonth(inMonth);
  if (wanted > last) return undefined;
  const weekday = new Date(Date.UTC(inMonth.getUTCFullYear(), inMonth.getUTCMonth(), wanted)).getUTCDay();
  if (weekday === 6) return wanted > 1 ? wanted - 1 : wanted + 2;
  if (weekday === 0) return wanted < last ? wanted + 1 : wanted - 2;
  return wanted;
}

/** `6L` is the last Friday of the month, `3#2` its second Tuesday, `L` Saturday. */
function weekdayRule(text: string): DayRule {
  const special = /^(\w+?)(?:(L)|#(\d))$/.exec(text);
  if (text === 'L') return (day) => day.getUTCDay() === 6;
  if (special === null) {
    const days = readCronField(DAY_OF_WEEK, text);
    return (day) => days?.has(day.getUTCDay() + 1) ?? true;
  }
  const [, name = '', last, nth] = special;
  const days = readCronField(DAY_OF_WEEK, name);
  if (nth !== undefined && !(Number(nth) >= 1 && Number(nth) <= 5)) {
    throw new ScheduleExpressionError(`"${text}" is not a day of the week`);
  }
  return (day) => {
    if (days?.has(day.getUTCDay() + 1) !== true) return false;
    if (last !== undefined) return day.getUTCDate() + 7 > lastOfMonth(day);
    return Math.ceil(day.getUTCDate() / 7) === Number(nth);
  };
}
