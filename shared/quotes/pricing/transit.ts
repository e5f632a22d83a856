import { drivingHours, sameDayMiles } from '../../costs/model/truck-work.ts';

/** Ten hours of driving: a dispatcher's usual day, one hour below the legal limit. */
const MILES_A_DAY = 500;
/** With two drivers, one drives while the other sleeps. */
const TEAM_MILES_A_DAY = 2 * MILES_A_DAY;

/**
 * One driver can pick up, deliver and return within one shift (49 CFR 395.3): 227 miles, with the waiting times of a
 * marine terminal for every load.
 */
const SAME_DAY_MILES = sameDayMiles('marine');

/** The transit time of a load. */
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
