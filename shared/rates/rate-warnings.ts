import { type DieselPrice, isStale } from '../costs/diesel/diesel-lookup.ts';
import { usd } from '../costs/model/cents.ts';
import type { MoveCost } from '../costs/model/cost-model.ts';
import { sameDayMiles } from '../costs/model/truck-work.ts';
import { utcDay } from '../platform/time/utc-day.ts';
import type { TerminalType } from '../terminals/catalogue/terminal.ts';

/** What a caller should know of how far the move goes. */
export function haulWarnings(cost: MoveCost, terminalType: TerminalType): readonly string[] {
  const { minimumApplied, linehaulCents, work } = cost;
  if (minimumApplied) return [`Short haul: priced at the minimum linehaul of $${usd(linehaulCents)}.`];
  if (work.nights === 0) return [];
  const sameDay = Math.floor(sameDayMiles(terminalType));
  return [
    `Beyond drayage range: farther than a same-day round trip (${sameDay} miles); priced as an over-the-road move, nights included.`,
  ];
}

/**
 * What a caller should know of the diesel price for a day, YYYY-MM-DD: that the day lies ahead, or that its own price
 * is not at hand.
 */
export function dieselWarnings(diesel: DieselPrice, date: string, now: Date): readonly string[] {
  const today = utcDay(now);
  const ahead =
    date > today ? [`${date} lies ahead: priced as of ${today}, the diesel price will be another.`] : [];
  const asOf = date < today ? date : today;
  if (diesel.week > asOf) {
    return [...ahead, `Diesel price of ${diesel.week}: no older one is at hand, the fuel part may be off.`];
  }
  if (!isStale(diesel, asOf)) return ahead;
  return [...ahead, `Diesel price of ${diesel.week}: no newer one is at hand, the fuel part may be off.`];
}
