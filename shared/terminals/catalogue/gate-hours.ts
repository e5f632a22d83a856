import { isFederalHoliday } from '../../platform/time/federal-holidays.ts';
import { weekdayOf } from '../../platform/time/utc-calendar.ts';
import type { Terminal, TerminalType } from './terminal.ts';

/** One rule of gate hours: whether the gate is open on these days. */
export interface GateHoursRule {
  /** 0 is Sunday, as in Date; 7 is a public holiday. */
  readonly days: readonly number[];
  readonly open: boolean;
}

const DAYS = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'PH'];
const HOLIDAY = DAYS.indexOf('PH');
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d';
const SPAN = `${TIME}-(?:${TIME}|24:00)`;
const RULE = new RegExp(`^([A-Za-z,-]+) (?:(off)|${SPAN}(?:,${SPAN})*)$`);

/**
 * Reads gate hours: the subset of OpenStreetMap's opening_hours with days (Mo, Tu-Fr, PH), times (07:00-17:00, also
 * several and past midnight), `off` and `24/7`. A later rule replaces an earlier one for its days.
 * @returns the rules, or undefined if the text is not in this subset.
 */
export function readGateHours(text: string): readonly GateHoursRule[] | undefined {
  if (text === '24/7') return [{ days: DAYS.map((_, day) => day), open: true }];
  const rules = text.split(';').map((part) => {
    const [, days = '', off] = RULE.exec(part.trim()) ?? [];
    const ranges = days.split(',').map(readDays);
    return ranges.every((range) => range !== undefined)
      ? { days: ranges.flat(), open: off === undefined }
      : undefined;
  });
  return rules.every((rule) => rule !== undefined) ? rules : undefined;
}

function readDays(text: string): number[] | undefined {
  const [first, last] = text.split('-').map((day) => DAYS.indexOf(day));
  if (first === undefined || first < 0 || text.split('-').length > 2) return undefined;
  if (last === undefined) return [first];
  if (last < 0 || first === HOLIDAY || last === HOLIDAY) return undefined;
  const length = ((last - first + 7) % 7) + 1;
  return Array.from({ length }, (_, step) => (first + step) % 7);
}

/** Whether the gate of a terminal is open on a day. */
export interface GateDay {
  readonly open: boolean;
  /** Whether `open` is from published hours; otherwise it is from the usual hours of the terminal type. */
  readonly published: boolean;
}

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
  if (rule !== undefined) return rule.open;
  return kind === HOLIDAY ? undefined : false;
}
