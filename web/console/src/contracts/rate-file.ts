import { OWN_RATE_COLUMNS } from '../../../../shared/contracts/files/rate-columns.ts';
import { csvText } from '../files/csv-file.ts';

/** The limits of the API: bytes and rates of a file. */
export const MAX_FILE_BYTES = 60_000_000;
export const MAX_FILE_RATES = 100_000;

type Column = (typeof OWN_RATE_COLUMNS)[number];

/** A file with all columns and two rates. @param today YYYY-MM-DD */
export function templateFile(today: string): string {
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
