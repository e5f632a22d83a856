import type { QuoteReportAverage, ReadQuoteReportResponse } from '../api/client.ts';
import { type CsvCell, csvText } from '../files/csv-file.ts';
import { monthText } from '../format/dates.ts';
import { equipmentName } from '../rates/equipment.ts';

export type ReportGroup = ReadQuoteReportResponse['group_by'];
export type ReportRow = ReadQuoteReportResponse['rows'][number];

export function rowName(group: ReportGroup, key: string): string {
  if (group === 'month') return monthText(key);
  if (group === 'equipment') return equipmentName(key);
  return group === 'customer' && key === '' ? 'Without a customer' : key;
}

const AVERAGES = [
  'average_margin',
  'average_margin_won',
  'spread_to_market',
  'spread_to_market_won',
] as const;

/** The rows of a report as a CSV file, with the names of the API. Averages without quotes are empty cells. */
export function reportCsv({ group_by: group, rows }: ReadQuoteReportResponse): string {
  const headings = [
    ...[group, 'quotes', 'won', 'lost', 'superseded', 'win_rate_percent'],
    ...AVERAGES.flatMap((name) => [`${name}_usd`, `${name}_percent`]),
  ];
  const cells = (average: QuoteReportAverage | null): CsvCell[] => [
    average?.amount ?? null,
    average?.percent ?? null,
  ];
  const lines = rows.map((row) => [
    ...[row.key, row.quotes, row.won, row.lost, row.superseded, row.win_rate],
    ...AVERAGES.flatMap((name) => cells(row[name])),
  ]);
  return csvText([headings, ...lines]);
}
