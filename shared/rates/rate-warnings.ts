import { type DieselPrice, isStale } from '../costs/diesel/diesel-lookup.ts';
import { usd } from '../costs/model/cents.ts';
import type { MoveCost } from '../costs/model/cost-model.ts';
import { sameDayMiles } from '../costs/model/truck-work.ts';
import { utcDay } from '../platform/time/utc-day.ts';
import type { TerminalType } from '../terminals/catalogue/terminal.ts';

/** Warnings for callers about the distance of the move. */
export function haulWarnings(cost: MoveCost, terminalType: TerminalType): readonly string[] {
  const { minimumApplied, minimumCents, work } = cost;
  if (minimumApplied) return [`Short haul: priced at the minimum linehaul of $${usd(minimumCents)}.`];
  return longHaulWarnings(work.nights, terminalType);
}

/** A warning about a move of a container with nights, which is longer than drayage. */
export function longHaulWarnings(nights: number, terminalType: TerminalType): readonly string[] {
  if (nights === 0) return [];
  const sameDay = Math.floor(sameDayMiles(terminalType));
  return [
    `Beyond drayage range: farther than a same-day round trip (${sameDay} miles); priced as an over-the-road move, nights included.`,
  ];
}

/** Warnings for callers if `date` (YYYY-MM-DD) is in the future or the diesel price is not the price of its week. */
export function dieselWarnings(diesel: DieselPrice, date: string, now: Date): readonly string[] {
  const today = utcDay(now);
  const future =
    date > today ? [`${date} is in the future: priced as of ${today}; the diesel price may change.`] : [];
  const asOf = date < today ? date : today;
  if (diesel.week > asOf) {
    return [
      ...future,
      `Diesel price is from ${diesel.week}, after the requested date; the fuel surcharge may be inaccurate.`,
    ];
  }
  if (!isStale(diesel, asOf)) return future;
  return [...future, `Diesel price is from ${diesel.week}; the fuel surcharge may be inaccurate.`];
}
