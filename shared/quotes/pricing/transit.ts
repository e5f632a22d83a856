import { drivingHours, sameDayMiles } from '../../costs/model/truck-work.ts';

/** Ten hours of driving: a dispatcher's day, an hour below what the law allows. */
const MILES_A_DAY = 500;
/** Of two drivers one sleeps while the other drives. */
const TEAM_MILES_A_DAY = 2 * MILES_A_DAY;

/**
 * One driver fetches the load, brings it over and comes back within one shift (49 CFR 395.3): 227 miles with the queues
 * of a port, which hold for every load here.
 */
const SAME_DAY_MILES = sameDayMiles('marine');

/** How long a load is under way. */
export interface Transit {
  /** 0 when it arrives on the day it is picked up. */
  readonly days: number;
  /** As people say it: "58 mins", "3 h 20 mins", "4 days". */
  readonly text: string;
}

/** The transit over so many one-way miles; a team drives day and night. */
export function transitOver(miles: number, teamDrivers: boolean): Transit {
  if (miles <= SAME_DAY_MILES) return { days: 0, text: sayHours(drivingHours(miles)) };
  const days = Math.ceil(miles / (teamDrivers ? TEAM_MILES_A_DAY : MILES_A_DAY));
  return { days, text: days === 1 ? '1 day' : `${days} days` };
}

function sayHours(hours: number): string {
  const all = Math.max(1, Math.round(hours * 60));
  const minutes = all % 60;
  const whole = (all - minutes) / 60;
  const said = minutes === 1 ? '1 min' : `${minutes} mins`;
  if (whole === 0) return said;
  return minutes === 0 ? `${whole} h` : `${whole} h ${said}`;
}
