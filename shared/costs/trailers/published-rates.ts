import type { UtcDay } from '../../platform/time/utc-day.ts';
import { USDA_TRUCK_RATES } from './usda-truck-rates.ts';

/** Name of the report in answers. */
export const TRUCK_RATE_REPORT = 'USDA AMS Specialty Crops National Truck Rate Report (FVWTRK)';

/** A published rate of a refrigerated truck, USD a load with fuel. */
export interface PublishedRate {
  readonly date: UtcDay;
  /** As the report writes it. */
  readonly district: string;
  readonly destination: string;
  readonly lowUsd: number;
  readonly highUsd: number;
}

/** The middle of a published rate, USD. */
export const middleUsd = ({ lowUsd, highUsd }: Pick<PublishedRate, 'lowUsd' | 'highUsd'>): number =>
  (lowUsd + highUsd) / 2;

/** Reads lines of `DATE|DISTRICT|DESTINATION LOW-HIGH|...`, the form in which rates are bundled and stored. */
export const readRateLines = (lines: string): readonly PublishedRate[] =>
  lines
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [date = '', district = '', ...rates] = line.split('|');
      return rates.map((rate) => {
        const space = rate.lastIndexOf(' ');
        const [lowUsd = Number.NaN, highUsd = Number.NaN] = rate
          .slice(space + 1)
          .split('-')
          .map(Number);
        return { date, district, destination: rate.slice(0, space), lowUsd, highUsd };
      });
    });

/** Writes the lines that `readRateLines` reads. */
export const writeRateLines = (rates: readonly PublishedRate[]): string =>
  [...Map.groupBy(rates, ({ date, district }) => `${date}|${district}`)]
    .map(([head, own]) =>
      [head, ...own.map(({ destination, lowUsd, highUsd }) => `${destination} ${lowUsd}-${highUsd}`)].join(
        '|',
      ),
    )
    .join('\n');

/** The bundled rates, oldest report first. */
export const BUNDLED_RATES: readonly PublishedRate[] = readRateLines(USDA_TRUCK_RATES);
