import { businessDayFrom } from '../calendar/federal-holidays.ts';
import { addDays } from './utc-day.ts';

/** Hours of service: a shift's window, the driving in it, and the break after so much driving (49 CFR 395.3). */
const WINDOW_HOURS = 14;
const DRIVING_HOURS = 11;
const BREAK_AFTER_HOURS = 8;
const BREAK_HOURS = 0.5;

/** Streets, then highways. */
const LOCAL_MILES = 35;
const LOCAL_MPH = 35;
const HIGHWAY_MPH = 50;
/** Two visits to a port and one to a door, as the rates have it: with these a round trip fits one shift up to 227 miles. */
const WAITING_HOURS = 3.8;
/** Ten hours of driving: a dispatcher's day, an hour below what the law allows. */
const MILES_A_DAY = 500;
/** Of two drivers one sleeps while the other drives. */
const TEAM_MILES_A_DAY = 2 * MILES_A_DAY;

const drivingHours = (miles: number): number =>
  Math.min(miles, LOCAL_MILES) / LOCAL_MPH + Math.max(0, miles - LOCAL_MILES) / HIGHWAY_MPH;

/** Whether one driver can fetch the load, bring it over and come back within one shift. */
export function fitsOneShift(miles: number): boolean {
  const driving = 2 * drivingHours(miles);
  const rest = driving > BREAK_AFTER_HOURS ? BREAK_HOURS : 0;
  return driving <= DRIVING_HOURS && driving + WAITING_HOURS + rest <= WINDOW_HOURS;
}

/** How long a load is under way. */
export interface Transit {
  /** 0 when it arrives on the day it is picked up. */
  readonly days: number;
  /** As people say it: "58 mins", "3 h 20 mins", "4 days". */
  readonly text: string;
}

/** The transit over so many one-way miles; a team drives day and night. */
export function transitOver(miles: number, teamDrivers: boolean): Transit {
  if (fitsOneShift(miles)) return { days: 0, text: sayHours(drivingHours(miles)) };
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

/** The day, YYYY-MM-DD, that a load is at the door: trucks drive on any day, receivers work on business days. */
export const deliveryDay = (pickupDay: string, { days }: Pick<Transit, 'days'>): string =>
  businessDayFrom(addDays(pickupDay, days));
