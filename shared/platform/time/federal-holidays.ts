import { addDays, weekdayOf } from './utc-calendar.ts';

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

/** A holiday on the same date each year, or on the nth weekday of a month (-1 = the last); months from 1. */
type Rule =
  | { readonly month: number; readonly date: number }
  | { readonly month: number; readonly weekday: number; readonly nth: number };

/** The eleven holidays of 5 U.S.C. 6103(a), as it stands since 2021-06-17 (Public Law 117-17). */
const RULES: readonly Rule[] = [
  { month: 1, date: 1 },
  { month: 1, weekday: MONDAY, nth: 3 },
  { month: 2, weekday: MONDAY, nth: 3 },
  { month: 5, weekday: MONDAY, nth: -1 },
  { month: 6, date: 19 },
  { month: 7, date: 4 },
  { month: 9, weekday: MONDAY, nth: 1 },
  { month: 10, weekday: MONDAY, nth: 2 },
  { month: 11, date: 11 },
  { month: 11, weekday: THURSDAY, nth: 4 },
  { month: 12, date: 25 },
];

const dayOf = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);

function nthWeekday(year: number, month: number, weekday: number, nth: number): string {
  const first = nth > 0 ? dayOf(year, month, 1) : dayOf(year, month + 1, 1);
  const ahead = (weekday - weekdayOf(first) + 7) % 7;
  return addDays(first, ahead + (nth > 0 ? nth - 1 : nth) * 7);
}

/** A holiday on a Saturday is observed on Friday, one on a Sunday on Monday (5 U.S.C. 6103(b), E.O. 11582). */
function observed(day: string): string {
  const weekday = weekdayOf(day);
  if (weekday === SATURDAY) return addDays(day, -1);
  return weekday === SUNDAY ? addDays(day, 1) : day;
}

/** Observed days (YYYY-MM-DD) of the holidays of a year, in order. New Year's Day may be observed in the previous year. */
export function federalHolidays(year: number): readonly string[] {
  return RULES.map((rule) =>
    'date' in rule
      ? observed(dayOf(year, rule.month, rule.date))
      : nthWeekday(year, rule.month, rule.weekday, rule.nth),
  );
}

/** Whether a US federal holiday is observed on a day (YYYY-MM-DD). */
export function isFederalHoliday(day: string): boolean {
  const year = Number(day.slice(0, 4));
  return federalHolidays(year).includes(day) || federalHolidays(year + 1).includes(day);
}

/** Whether a day (YYYY-MM-DD) is not a Saturday, Sunday or federal holiday. */
export function isBusinessDay(day: string): boolean {
  const weekday = weekdayOf(day);
  return weekday !== SATURDAY && weekday !== SUNDAY && !isFederalHoliday(day);
}

/** The day if it is a business day, otherwise the next business day. */
export function businessDayFrom(day: string): string {
  let candidate = day;
  while (!isBusinessDay(candidate)) candidate = addDays(candidate, 1);
  return candidate;
}
