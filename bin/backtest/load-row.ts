import { isCalendarDay } from '../../shared/rates/utc-weeks.ts';
import type { LoadRow } from './load-reader.ts';

/** Whose loads those are that name no contributor. */
const OWNER = 'owner';

/** The cells of a row, in the order of the import file's header; undefined where one cannot be read. */
export function loadRow(cells: readonly string[]): LoadRow | undefined {
  const [
    date = '',
    origin = '',
    city = '',
    state = '',
    zip = '',
    equipment = '',
    rateText = '',
    fuel = '',
    who = '',
  ] = cells.map((cell) => cell.trim());
  const rate = Number(rateText.replace(/^\$/, '').replaceAll(',', ''));
  const fuelIncluded = /^true$/i.test(fuel);
  if (!isCalendarDay(date) || !(rate > 0) || (!fuelIncluded && !/^false$/i.test(fuel))) return undefined;
  return {
    date,
    origin,
    destinationCity: city,
    destinationState: state.toUpperCase(),
    destinationZip: zip,
    equipment,
    rate,
    fuelIncluded,
    contributor: who === '' ? OWNER : who,
  };
}
