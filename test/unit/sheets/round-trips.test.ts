import { describe, expect, it } from '@jest/globals';
import { describeRate } from '../../../shared/contracts/documents/rate-document.ts';
import { readRateFile } from '../../../shared/contracts/files/read-rate-file.ts';
import { rateFileHeader, rateLine } from '../../../shared/contracts/files/write-rate-file.ts';
import { LOAD_FILE, readLoadRow } from '../../../shared/market/importing/read-load-row.ts';
import { rejectedRowLine, rejectedRowsHeader } from '../../../shared/platform/files/rejected-rows.ts';
import { readQuoteFile } from '../../../shared/quotes/imported/read-quote-file.ts';
import { readLaneFile } from '../../../shared/rfps/files/read-lane-rows.ts';
import { resultsFile } from '../../../shared/rfps/files/results-file.ts';
import { readLane } from '../../../shared/rfps/lanes/read-lane.ts';
import { readSheet } from '../../../shared/sheets/read-sheet.ts';
import { contractRate } from '../contracts/contract-rates.ts';

/** Texts that a spreadsheet would run, or that lose their accents in another encoding. */
const NAMES = ['Peña Imports', 'Café & Été', '=1+1', 'b;=cmd', "'quoted", ' -x', '+1 (555)', 'a, "b"'];

/** As the service writes a file, and as Excel saves it. */
const SAVED: readonly (readonly [how: string, save: (text: string) => Buffer])[] = [
  ['UTF-8 with a byte order mark', (text) => Buffer.from(`\ufeff${text.replace('\ufeff', '')}`)],
  ['UTF-8', (text) => Buffer.from(text.replace('\ufeff', ''))],
  ['Windows-1252', (text) => Buffer.from(text.replace('\ufeff', ''), 'latin1')],
];

describe.each(SAVED)('a file that was exported and sent again in %s', (_, save) => {
  it('has the same contract rates', () => {
    const rates = NAMES.map((customer, at) => contractRate({ customer, externalId: `${customer} ${at}` }));
    const file = `${rateFileHeader}${rates.map((rate) => rateLine(describeRate(rate))).join('')}`;
    const { rows } = readRateFile(save(file));
    expect(rows.map(({ rate }) => rate.customer)).toEqual(NAMES.map((name) => name.trim()));
    expect(rows.map(({ faults, warnings }) => [...faults, ...warnings])).toEqual(NAMES.map(() => []));
  });

  it('has the same lanes of an RFP, next to their results', () => {
    const cells = (name: string) => [name, 'USLAX', 'Phoenix, AZ', '3'];
    const columns = ['Lane', 'From', 'To', 'Loads per week'];
    const lanes = NAMES.map((name, index) => ({
      ...{ index, weeklyCents: 0, terms: {}, validUntil: '2026-12-31' },
      draft: { ...readLane({}, { equipment: 'container_40', requirements: [] }), cells: cells(name) },
      priced: {
        result: { status: 'failed', error: { code: 'LANE_INVALID', message: name, details: {} } } as const,
      },
    }));
    const { rows } = readLaneFile(save(resultsFile(lanes, { columns, contractEnd: undefined })));
    expect(rows.map(({ item }) => item)).toEqual(
      NAMES.map((name) => ({
        ...{ lane_id: name.trim(), origin: 'USLAX', destination: 'Phoenix, AZ', weekly_volume: 3 },
      })),
    );
  });

  /** A file of rejected rows, as an upload has it. */
  const rejected = (header: readonly string[], rowOf: (name: string) => readonly string[]) =>
    [
      rejectedRowsHeader(header),
      ...NAMES.map((name, at) =>
        rejectedRowLine(
          { number: at + 2, cells: rowOf(name) },
          { reason: name, header: 'Rate', value: name },
        ),
      ),
    ].join('');

  it('has the same rejected loads', () => {
    const header = ['date', 'origin', 'destination', 'equipment', 'rate', 'fuel_included', 'contributor'];
    const file = rejected(header, (name) => [
      ...['2026-03-02', 'USLAX', 'Phoenix, AZ', '40hc', '900.50', 'yes', name],
    ]);
    const { rows, style } = readSheet(save(file), LOAD_FILE, { bytes: 1e6, rows: 100 });
    const loads = rows.map((row) => readLoadRow(row, { style, today: '2026-11-28' }));
    expect(loads).toEqual(
      NAMES.map((name) => ({
        row: expect.objectContaining({ rate: 900.5, date: '2026-03-02', contributor: name.trim() }),
      })),
    );
  });

  it('has the same rejected past quotes', async () => {
    const header = ['Date', 'Origin', 'Destination', 'Equipment', 'Customer', 'Total', 'Outcome'];
    const file = rejected(header, (name) => [
      ...['2026-03-02', 'USLAX', 'Phoenix, AZ', '40hc', name, '1250.50', 'won'],
    ]);
    const { rows } = await readQuoteFile(save(file), {}, new Date('2026-11-28'));
    expect(rows.map(({ quote }) => [quote?.customer, quote?.totalCents])).toEqual(
      NAMES.map((name) => [name.trim(), 125_050]),
    );
  });
});
