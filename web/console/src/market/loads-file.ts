import { csvText } from '../format/csv.ts';
import { addDays } from '../format/dates.ts';

/** The limit of the API, in bytes. */
export const MAX_FILE_BYTES = 250_000_000;

const MEGABYTE = 1_000_000;
const ONE_DIGIT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** A size for people, with a unit. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < MEGABYTE
    ? `${ONE_DIGIT.format(bytes / 1_000)} kB`
    : `${ONE_DIGIT.format(bytes / MEGABYTE)} MB`;
}

/** Why a file cannot be imported; undefined if it can be sent. The service checks the content. */
export function fileFault({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (!/\.csv$/i.test(name))
    return 'The file is not a CSV file. In your spreadsheet, save it as "CSV UTF-8".';
  if (size === 0) return 'The file is empty.';
  if (size <= MAX_FILE_BYTES) return undefined;
  return `The file has ${sizeText(size)}; the maximum is ${sizeText(MAX_FILE_BYTES)}. Split it into several files.`;
}

/** A file with all columns and two loads. @param today YYYY-MM-DD */
export const templateFile = (today: string): string =>
  csvText([
    [
      'date',
      'origin',
      'destination_city',
      'destination_state',
      'destination_zip',
      'equipment',
      'rate',
      'fuel_included',
      'contributor',
    ],
    [addDays(today, -2), 'APM Terminals Pier 400', 'Ontario', 'CA', '91761', '40HC', 650, 'true', ''],
    [addDays(today, -1), 'Port of Savannah', 'Atlanta', 'GA', '30336', '40', 1180.5, 'false', ''],
  ]);
