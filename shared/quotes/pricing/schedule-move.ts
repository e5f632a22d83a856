import { drivingHours, sameDayMiles } from '../../costs/model/truck-operating-cost.ts';
import { businessDayFrom } from '../../platform/time/federal-holidays.ts';
import { addDays, weekdayOf } from '../../platform/time/utc-calendar.ts';
import { type GateDay, gateDay } from '../../terminals/catalogue/gate-hours.ts';
import type { Terminal } from '../../terminals/catalogue/terminal.ts';
import type { QuoteLane } from '../stops/quote-lane.ts';

/** Ten hours of driving: a dispatcher's usual day, one hour below the legal limit. */
const MILES_A_DAY = 500;
/** With two drivers, one drives while the other sleeps. */
const TEAM_MILES_A_DAY = 2 * MILES_A_DAY;

/**
 * One driver can pick up, deliver and return within one shift (49 CFR 395.3): 227 miles, with the waiting times of a
 * marine terminal for every load.
 */
const SAME_DAY_MILES = sameDayMiles('marine');

export interface Transit {
  /** 0 if delivery is on the pickup day. */
  readonly days: number;
  /** For people: "58 mins", "3 h 20 mins", "4 days". */
  readonly text: string;
}

/** The transit time for one-way miles; a team drives day and night. */
export function transitOver(miles: number, teamDrivers: boolean): Transit {
  if (miles <= SAME_DAY_MILES) return { days: 0, text: formatHours(drivingHours(miles)) };
  const days = Math.ceil(miles / (teamDrivers ? TEAM_MILES_A_DAY : MILES_A_DAY));
  return { days, text: days === 1 ? '1 day' : `${days} days` };
}

function formatHours(hours: number): string {
  const all = Math.max(1, Math.round(hours * 60));
  const minutes = all % 60;
  const whole = (all - minutes) / 60;
  const minutesText = minutes === 1 ? '1 min' : `${minutes} mins`;
  if (whole === 0) return minutesText;
  return minutes === 0 ? `${whole} h` : `${whole} h ${minutesText}`;
}

export interface MoveSchedule {
  /** YYYY-MM-DD: the first day from the requested one on which the gate is open. */
  readonly plannedPickupDay: string;
  /** YYYY-MM-DD. */
  readonly deliveryDay: string;
  readonly warnings: readonly string[];
}

/** A gate that is closed for longer is treated as having no open day. */
const MAX_CLOSED_DAYS = 14;

/**
 * Schedules a move. Transit starts on the pickup day, or on the next day that the origin terminal's gate is open. It ends
 * on the first day that the destination is open: a terminal by its gate hours, a door on business days.
 */
export function scheduleMove(
  { terminalAt, terminal }: Pick<QuoteLane, 'terminalAt' | 'terminal'>,
  pickupDay: string,
  { days }: Pick<Transit, 'days'>,
): MoveSchedule {
  if (terminal === undefined) {
    const deliveryDay = businessDayFrom(addDays(pickupDay, days));
    return { plannedPickupDay: pickupDay, deliveryDay, warnings: [] };
  }
  if (terminalAt === 'origin') {
    const pickup = openDayFrom(terminal, pickupDay);
    const deliveryDay = businessDayFrom(addDays(pickup.day, days));
    const warnings = closedWarnings(terminal, pickup, pickupDay, 'pickup');
    return { plannedPickupDay: pickup.day, deliveryDay, warnings };
  }
  const arrivalDay = addDays(pickupDay, days);
  const delivery = openDayFrom(terminal, arrivalDay);
  const warnings = closedWarnings(terminal, delivery, arrivalDay, 'delivery');
  return { plannedPickupDay: pickupDay, deliveryDay: delivery.day, warnings };
}

interface OpenDay {
  readonly day: string;
  /** The gate data of the first day if it is closed; undefined if it is open. */
  readonly closed: GateDay | undefined;
}

function openDayFrom(terminal: Terminal, first: string): OpenDay {
  const at = gateDay(terminal, first);
  if (at.open) return { day: first, closed: undefined };
  for (let days = 1; days <= MAX_CLOSED_DAYS; days++) {
    const day = addDays(first, days);
    if (gateDay(terminal, day).open) return { day, closed: at };
  }
  return { day: first, closed: at };
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const formatDay = (day: string): string => `${WEEKDAYS[weekdayOf(day)]}, ${day}`;

function closedWarnings(
  { name }: Terminal,
  { day, closed }: OpenDay,
  wanted: string,
  what: 'pickup' | 'delivery',
): readonly string[] {
  if (closed === undefined) return [];
  if (day === wanted) {
    return [
      `${name} is closed on ${formatDay(wanted)} and has no published open day. Confirm with the terminal.`,
    ];
  }
  const is = closed.published ? 'is' : 'is probably';
  const confirm = closed.published ? '' : ' Its gate hours are not published. Confirm with the terminal.';
  return [
    `${name} ${is} closed on ${formatDay(wanted)}: ${what} is planned for ${formatDay(day)}.${confirm}`,
  ];
}
