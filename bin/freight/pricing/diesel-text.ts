import type {
  DieselChange,
  DieselCorrection,
  RecordedWeek,
} from '../../../shared/costs/diesel/diesel-book.ts';
import { DIESEL_AREAS } from '../../../shared/costs/diesel/diesel-prices.ts';

/** One line per week under a header: the prices in USD per gallon and their source. */
export function tableOfWeeks(weeks: readonly RecordedWeek[]): string[] {
  const header = ['week      ', ...DIESEL_AREAS.map((area) => area.padStart(6)), ' source'].join(' ');
  const lines = weeks.map(({ week, prices, source, recordedAt, recordedBy }) => {
    const cells = DIESEL_AREAS.map((area) => prices[area].toFixed(3).padStart(6));
    const by = recordedBy === '' ? '' : `, ${recordedBy} on ${recordedAt.slice(0, 10)}`;
    return [week, ...cells, ` ${source}${by}`].join(' ');
  });
  return [header, ...lines];
}

/** One line for a change of one week: time, author, source and prices before and after. */
export function describeChange(change: Omit<DieselChange, 'corrections'> & DieselCorrection): string {
  const { recordedAt, recordedBy, source, before, after } = change;
  const parts = DIESEL_AREAS.filter((area) => before?.[area] !== after[area]).map((area) =>
    before === undefined ? `${area} ${after[area]}` : `${area} ${before[area]} -> ${after[area]}`,
  );
  return `${recordedAt}  ${recordedBy} (${source}): ${parts.join(', ')}`;
}
