import type { UtcDay } from '../../platform/time/utc-calendar.ts';

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

/**
 * Rates of refrigerated trucks of 48 to 53 feet, USD a load, fuel included: day of the report, shipping district, and
 * destinations with the lowest and the highest rate. A lane stands twice where commodities differ. Source: U.S. Department
 * of Agriculture, Agricultural Marketing Service, Specialty Crops National Truck Rate Report (FVWTRK), reports of
 * 2026-04-29 to 2026-07-14 (public domain).
 */
const USDA_TRUCK_RATES = `
2026-04-29|MEXICO CROSSINGS THROUGH NOGALES ARIZONA|Atlanta 6000-6200|Baltimore 8000-8200|Boston 9000-9200|Chicago 5200-5400|Dallas 3400-3800|New York 8400-8600|Philadelphia 8200-8400
2026-04-29|IMPERIAL, COACHELLA VALLEYS CA, CENTRAL AND WESTERN AZ, MEXICO CROSSINGS THROUGH CALEXICO AND SAN LUIS|Atlanta 5800-7100|Boston 9000-9600|Chicago 5400-6000|Dallas 4500-5200|Miami 8500-9700|Philadelphia 8700-9700
2026-04-29|KERN DISTRICT CALIFORNIA|Baltimore 8500-8900|Chicago 5900-6600|New York 9700-10400|Philadelphia 8600-9500
2026-04-29|OXNARD DISTRICT CALIFORNIA|Baltimore 7900-8200|Philadelphia 9400-10200
2026-04-29|SALINAS-WATSONVILLE CALIFORNIA|Baltimore 9000-10100|Chicago 6000-7300|New York 9800-10500|Philadelphia 9500-10400
2026-04-29|SANTA MARIA CALIFORNIA|Philadelphia 9000-9500
2026-04-29|SOUTH AND CENTRAL DISTRICT CALIFORNIA|Baltimore 9500-10200|Chicago 6200-7000|New York 9800-10200|Atlanta 5900-7100|Baltimore 7800-8600|Chicago 5600-6200|Dallas 4600-5200|Miami 8500-9700|New York 8700-9900|Seattle 3800-4500|Baltimore 5600-5850|Dallas 2200-2250
2026-04-29|SAN LUIS VALLEY COLORADO|Atlanta 1700-1900|Baltimore 3700-3900|Philadelphia 4300-4500|Boston 5400-5600
2026-04-29|VIDALIA DISTRICT GEORGIA|Atlanta 3500-3500|Boston 2500-2800|Miami 2800-4500|New York 2200-2500|Philadelphia 1800-2500
2026-04-29|MEXICO CROSSINGS THROUGH SOUTH TEXAS|Atlanta 5200-6200|Baltimore 6700-7400|Chicago 5000-5800|Dallas 2400-2800|Los Angeles 4500-5400|Miami 5000-6200|New York 7600-8200|Philadelphia 7000-8000
2026-04-29|YAKIMA VALLEY AND WENATCHEE DISTRICT WASHINGTON|Atlanta 6800-7900|Baltimore 7400-8600|Boston 8000-9200|Chicago 4700-6300|Dallas 4500-6300|Los Angeles 2000-3000|Miami 7900-9300|Philadelphia 8100-9300
2026-06-30|MEXICO CROSSINGS THROUGH NOGALES ARIZONA|Atlanta 6500-6800|Baltimore 8400-8700|Boston 9400-9700|Chicago 5200-5400|Dallas 3000-3200|New York 8800-9300|Philadelphia 8500-8700
2026-06-30|IMPERIAL, COACHELLA VALLEYS CA, CENTRAL AND WESTERN AZ, MEXICO CROSSINGS THROUGH CALEXICO AND SAN LUIS|Atlanta 9800-10400|Boston 12600-13200|Chicago 7400-7800|Dallas 5400-6000|Miami 10300-10700|Philadelphia 11700-12600
2026-06-30|KERN DISTRICT CALIFORNIA|Baltimore 11200-12100|Chicago 7400-7900|New York 11500-12500|Philadelphia 11300-11900
2026-06-30|OXNARD DISTRICT CALIFORNIA|Baltimore 12000-12800|Philadelphia 11700-12300
2026-06-30|SALINAS-WATSONVILLE CALIFORNIA|Baltimore 11300-11900|Chicago 6500-7000|New York 11800-12500|Philadelphia 11700-12600
2026-06-30|SANTA MARIA CALIFORNIA|Atlanta 11100-12000|Chicago 6800-7400|Dallas 6000-6400|Miami 11900-12800|Philadelphia 11500-12300|Seattle 6100-6600
2026-06-30|SOUTH AND CENTRAL DISTRICT CALIFORNIA|Baltimore 12000-12600|Chicago 6800-7400|New York 11500-12400|Atlanta 7900-9400|Baltimore 9400-11500|Chicago 6200-7400|Dallas 5600-6600|Miami 9100-11000|New York 9800-11900|Seattle 4800-5800
2026-06-30|GEORGIA|Atlanta 1700-1900|Boston 6400-6600|Chicago 4100-4300|New York 5900-6100|Philadelphia 5300-5500
2026-06-30|VIDALIA DISTRICT GEORGIA|Atlanta 1500-1900|Baltimore 3200-4400|Boston 4800-6200|Chicago 3200-4000|Dallas 3000-4000|Miami 2200-3200|New York 4500-5800|Philadelphia 4000-4800
2026-06-30|MEXICO CROSSINGS THROUGH SOUTH TEXAS|Atlanta 3400-4400|Baltimore 6400-7300|Chicago 4000-4800|Dallas 2000-2400|Los Angeles 3600-4600|Miami 5000-5800|New York 7000-7600|Philadelphia 6600-7400
2026-06-30|YAKIMA VALLEY AND WENATCHEE DISTRICT WASHINGTON|Baltimore 7300-9100|Atlanta 6900-8600|Boston 8400-9600|Chicago 5800-6600|Dallas 5600-6600|Los Angeles 2500-3200|Miami 8300-9800|Philadelphia 8600-10000|Seattle 900-1400
2026-07-07|IMPERIAL, COACHELLA VALLEYS CA, CENTRAL AND WESTERN AZ, MEXICO CROSSINGS THROUGH CALEXICO AND SAN LUIS|Atlanta 8300-8600|Boston 11300-12200|Chicago 7400-8000|Dallas 5300-5700|Miami 10300-10700|Philadelphia 10100-10900
2026-07-07|KERN DISTRICT CALIFORNIA|Baltimore 10000-10700|Chicago 7400-8000|New York 10500-11100|Philadelphia 11100-11800
2026-07-07|OXNARD DISTRICT CALIFORNIA|Baltimore 10200-10800|Philadelphia 10700-11200
2026-07-07|SALINAS-WATSONVILLE CALIFORNIA|Baltimore 11400-11900|Chicago 6600-7000|New York 11500-12800|Philadelphia 11600-12100
2026-07-07|SANTA MARIA CALIFORNIA|Atlanta 8700-9400|Chicago 6500-7000|Dallas 6200-6600|Miami 11900-12700|Philadelphia 10400-11000|Seattle 6700-7100
2026-07-07|SOUTH AND CENTRAL DISTRICT CALIFORNIA|Baltimore 11300-12200|Chicago 7400-8000|New York 11200-12500|Atlanta 7600-8400|Baltimore 9400-11900|Chicago 6100-7100|Dallas 5000-5800|Miami 10100-11300|New York 10200-11800|Seattle 5800-7500
2026-07-07|GEORGIA|Atlanta 1500-1700|Boston 5900-6100|Chicago 3800-4000|New York 5400-5600|Philadelphia 4700-4900
2026-07-07|VIDALIA DISTRICT GEORGIA|Atlanta 1500-1900|Baltimore 3200-4400|Boston 4800-6200|Chicago 3200-4000|Dallas 3000-4000|Miami 2200-3200|New York 4500-5800|Philadelphia 4000-4800
2026-07-07|MEXICO CROSSINGS THROUGH SOUTH TEXAS|Atlanta 4200-4800|Baltimore 6200-6800|Chicago 4400-5200|Dallas 2000-2300|Los Angeles 3600-4200|Miami 5000-5800|New York 7000-7600|Philadelphia 6600-7200
2026-07-07|YAKIMA VALLEY AND WENATCHEE DISTRICT WASHINGTON|Atlanta 6900-8200|Baltimore 7300-8500|Boston 8400-9600|Chicago 5500-6500|Dallas 5700-6700|Los Angeles 2400-3000|Miami 8300-9500|Philadelphia 8500-9700|Seattle 900-1200
2026-07-14|IMPERIAL, COACHELLA VALLEYS CA, CENTRAL AND WESTERN AZ, MEXICO CROSSINGS THROUGH CALEXICO AND SAN LUIS|Atlanta 8100-8600|Boston 13900-14400|Chicago 7200-7700|Dallas 5400-5800|Miami 9600-10200|Philadelphia 10900-11400
2026-07-14|KERN DISTRICT CALIFORNIA|Baltimore 10300-10800|Chicago 6300-6600|New York 12000-12800|Philadelphia 11500-12300
2026-07-14|OXNARD DISTRICT CALIFORNIA|Baltimore 10900-11500|Philadelphia 12100-13000
2026-07-14|SALINAS-WATSONVILLE CALIFORNIA|Baltimore 11700-12300|Chicago 6300-6700|New York 11900-12900|Philadelphia 11800-12500
2026-07-14|SANTA MARIA CALIFORNIA|Atlanta 9700-10100|Chicago 6200-6700|Dallas 5900-6300|Miami 11800-12500|Philadelphia 12000-12600|Seattle 6300-6800
2026-07-14|SOUTH AND CENTRAL DISTRICT CALIFORNIA|Baltimore 10600-11100|Chicago 6700-7100|New York 12200-12800|Atlanta 7200-8300|Baltimore 10200-12300|Chicago 6300-7000|Dallas 4900-5600|Miami 9100-10200|New York 11200-12500|Seattle 5700-6300
2026-07-14|GEORGIA|Atlanta 1300-1500|Boston 5500-5700|Chicago 3500-3700|New York 4700-4900|Philadelphia 4700-4900
2026-07-14|VIDALIA DISTRICT GEORGIA|Atlanta 1500-1900|Baltimore 3200-5000|Boston 4800-6800|Chicago 3200-4500|Dallas 3000-4800|Miami 2200-3400|New York 4500-6500|Philadelphia 4000-5500
2026-07-14|MEXICO CROSSINGS THROUGH SOUTH TEXAS|Atlanta 4000-4800|Baltimore 6000-6600|Chicago 4400-4800|Dallas 2000-2300|Los Angeles 3800-4200|Miami 5000-5600|New York 6800-7600|Philadelphia 6800-7400
2026-07-14|YAKIMA VALLEY AND WENATCHEE DISTRICT WASHINGTON|Atlanta 6900-8200|Baltimore 8400-9600|Boston 8700-9900|Chicago 5800-6600|Dallas 5900-6700|Los Angeles 2600-3400|Miami 8700-10000|Philadelphia 8500-9700|Seattle 900-1200
`;

/** The bundled rates, oldest report first. */
export const BUNDLED_RATES: readonly PublishedRate[] = readRateLines(USDA_TRUCK_RATES);
