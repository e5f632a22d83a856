import type { DieselFigure } from './plan-diesel-change.ts';

/** Why a publisher's figures could not be had. */
export type SeriesFailure = 'key-refused' | 'rate-limited' | 'unavailable' | 'unreadable';

export type SeriesAnswer =
  | { readonly ok: true; readonly figures: readonly DieselFigure[] }
  | { readonly ok: false; readonly failure: SeriesFailure; readonly detail: string };

/** Port: weekly diesel prices as their publisher has them now. */
export interface DieselSeries {
  /** All figures from a Monday (YYYY-MM-DD) on; `detail` never holds the key. */
  since(week: string): Promise<SeriesAnswer>;
}
