import { OWN_RATE_COLUMNS } from '../../../../shared/contracts/files/rate-columns.ts';
import { csvText } from '../files/csv-file.ts';
import { addDays } from '../format/dates.ts';

export const MAX_LOAD_FILE_BYTES = 250_000_000;

/** A file with all columns and two loads. @param today YYYY-MM-DD */
export const loadTemplate = (today: string): string =>
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

/** The limits of the API: bytes and rates of a file. */
export const MAX_RATE_FILE_BYTES = 60_000_000;
export const MAX_FILE_RATES = 100_000;

type Column = (typeof OWN_RATE_COLUMNS)[number];

/** A file with all columns and two rates. @param today YYYY-MM-DD */
export function rateTemplate(today: string): string {
  const examples: readonly Partial<Record<Column, string>>[] = [
    {
      external_id: 'SAV-ATL',
      customer: 'Acme Imports',
      origin: 'USSAV',
      destination: 'Atlanta, GA',
      equipment_type: 'container_40hc',
      rate_type: 'flat',
      amount: '850',
      fuel: 'included',
      effective_from: today,
      tiers: '10=800',
      accessorial_overrides: 'chassis=40',
    },
    {
      external_id: 'GA',
      origin: 'GA',
      destination: '*',
      equipment_type: 'dryvan',
      rate_type: 'per_mile',
      amount: '2.855',
      minimum: '400',
      fuel: 'peg 1.25 at 5.5 mpg',
      effective_from: today,
    },
  ];
  return csvText([
    OWN_RATE_COLUMNS,
    ...examples.map((example) => OWN_RATE_COLUMNS.map((column) => example[column] ?? '')),
  ]);
}
