import { csvText } from '../files/csv-file.ts';
import { addDays } from '../format/dates.ts';

/** The limit of the API, in bytes. */
export const MAX_FILE_BYTES = 250_000_000;

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
