import { isFederalHoliday } from '../../platform/time/federal-holidays.ts';
import { weekdayOf } from '../../platform/time/utc-day.ts';
import { readGateHours } from './gate-hours.ts';
import type { Terminal, TerminalType } from './terminal.ts';

/** Whether a terminal's gate is open on a day. */
export interface GateDay {
  readonly open: boolean;
  /** Whether that is by published hours; otherwise it is what terminals of the type usually do. */
  readonly published: boolean;
}

/** The number of public holidays among the days of gate hours. */
const HOLIDAY = 7;

/**
 * Usual gate days where none are published (general knowledge): container terminals and inland ports work weekdays and
 * announce weekend gates one by one; ramps of the large railroads are open every day.
 */
const USUAL_HOURS: Readonly<Record<TerminalType, string>> = {
  marine: 'Mo-Fr 07:00-17:00; PH off',
  intermodal: 'Mo-Fr 07:00-17:00; PH off',
  rail: '24/7',
};

/** @param day YYYY-MM-DD, where the terminal is. */
export function gateDay({ hours, type }: Pick<Terminal, 'hours' | 'type'>, day: string): GateDay {
  const kind = isFederalHoliday(day) ? HOLIDAY : weekdayOf(day);
  const published = hours === '' ? undefined : isOpenOn(hours, kind);
  if (published !== undefined) return { open: published, published: true };
  return { open: isOpenOn(USUAL_HOURS[type], kind) ?? false, published: false };
}

/** Undefined where the hours leave holidays out; weekdays that they leave out are closed. */
function isOpenOn(hours: string, kind: number): boolean | undefined {
  const rule = readGateHours(hours)?.findLast(({ days }) => days.includes(kind));
  if (rule !== undefined) return rule.spans.length > 0;
  return kind === HOLIDAY ? undefined : false;
}
