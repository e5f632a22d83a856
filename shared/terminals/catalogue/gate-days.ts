import { isFederalHoliday } from '../../platform/time/federal-holidays.ts';
import { weekdayOf } from '../../platform/time/utc-day.ts';
import { readGateHours } from './gate-hours.ts';
import type { Terminal, TerminalType } from './terminal.ts';

/** Whether the gate of a terminal is open on a day. */
export interface GateDay {
  readonly open: boolean;
  /** Whether `open` is from published hours; otherwise it is from the usual hours of the terminal type. */
  readonly published: boolean;
}

/** Day number of public holidays in gate hours. */
const HOLIDAY = 7;

/**
 * Usual gate hours of terminals without published hours (general knowledge). Container terminals and inland ports open on
 * weekdays; weekend gates are announced individually. Ramps of large railroads open every day.
 */
const USUAL_HOURS: Readonly<Record<TerminalType, string>> = {
  marine: 'Mo-Fr 07:00-17:00; PH off',
  intermodal: 'Mo-Fr 07:00-17:00; PH off',
  rail: '24/7',
};

/** @param day YYYY-MM-DD, local date of the terminal. */
export function gateDay({ hours, type }: Pick<Terminal, 'hours' | 'type'>, day: string): GateDay {
  const kind = isFederalHoliday(day) ? HOLIDAY : weekdayOf(day);
  const published = hours === '' ? undefined : isOpenOn(hours, kind);
  if (published !== undefined) return { open: published, published: true };
  return { open: isOpenOn(USUAL_HOURS[type], kind) ?? false, published: false };
}

/** Undefined for a holiday that the hours do not mention; weekdays that they do not mention are closed. */
function isOpenOn(hours: string, kind: number): boolean | undefined {
  const rule = readGateHours(hours)?.findLast(({ days }) => days.includes(kind));
  if (rule !== undefined) return rule.spans.length > 0;
  return kind === HOLIDAY ? undefined : false;
}
