import type { RateAnalysis } from '../api/client.ts';

/** A week of the chart. */
export interface RateWeek {
  /** Monday. */
  readonly date: string;
  readonly rate: number;
  /** The middle 80% of what is expected; undefined for past weeks, whose rates are known. */
  readonly range: { readonly min: number; readonly max: number } | undefined;
  readonly isForecast: boolean;
}

/** Past weeks with the current range at the last, then the expected weeks. */
export function weeksOf({ timeline, forecast, rateRange }: RateAnalysis): RateWeek[] {
  const past = timeline.entries.map(({ date, rate }, index, { length }) => ({
    date,
    rate,
    range: index === length - 1 ? rateRange : undefined,
    isForecast: false,
  }));
  return [
    ...past,
    ...forecast.entries.map(({ date, rate, min, max }) => ({
      date,
      rate,
      range: { min, max },
      isForecast: true,
    })),
  ];
}
