import { describe, expect, it } from '@jest/globals';
import { readQuoteFile } from '../../../shared/quotes/imported/read-quote-file.ts';
import { columnReport } from '../../../shared/sheets/understand-table.ts';

const STARTED = new Date('2026-11-25T12:00:00Z');

/** The quotes of a file, or why its rows cannot be used. */
async function read(...lines: readonly string[]) {
  const { rows, table } = await readQuoteFile(Buffer.from(lines.join('\n')), {}, STARTED);
  return {
    columns: columnReport(table),
    quotes: rows.map(({ quote }) => quote),
    faults: rows.map(({ faults }) => faults.map(({ header, reason }) => `${header} ${reason}`)),
    warnings: rows.map(({ warnings }) => warnings),
    identities: rows.map(({ identity }) => identity),
  };
}

const HEADER = 'Date,Origin,Destination,Equipment,Customer,Total,Outcome,Reason';
const row = (cells: Readonly<Record<string, string>> = {}): string => {
  const given: Readonly<Record<string, string>> = {
    ...{ Date: '2026-03-04', Origin: 'USLAX', Destination: '"Phoenix, AZ"', Equipment: '40HC' },
    ...{ Customer: 'Acme', Total: '1250.50', Outcome: 'won', ...cells },
  };
  return HEADER.split(',')
    .map((name) => given[name] ?? '')
    .join(',');
};

describe('a file of past quotes', () => {
  it('is read as people write it', async () => {
    const { quotes, columns } = await read(
      'Quote #;Date Quoted;Orig City;Orig ST;Orig Zip;Dest City;Dest ST;Dest Zip;Equip;Client;Quoted Rate;Status;Lost Reason;Rep',
      "Q-17;3/4/26;Newark;NJ;7105;Phoenix;AZ;85003;40' HC;Acme, Inc.;$ 1,250.50;Closed Lost;too high;Ann",
      'Q-18;4-Mar-26;Newark;NJ;07105;Chicago;IL;;53 ft dry van;;980;Booked;;Ann',
    );
    expect(columns.unread).toEqual(['Rep']);
    expect(quotes).toEqual([
      {
        ...{ reference: 'Q-17', day: '2026-03-04', origin: 'Newark, NJ 07105' },
        ...{ destination: 'Phoenix, AZ 85003', equipment: 'container_40hc', customer: 'Acme, Inc.' },
        ...{ totalCents: 125_050, outcome: 'lost', reason: 'too high' },
      },
      expect.objectContaining({ destination: 'Chicago, IL', equipment: 'dryvan', outcome: 'won' }),
    ]);
  });

  it.each([
    ['W', 'won', ''],
    ['Closed Won', 'won', ''],
    ['not awarded', 'lost', ''],
    ['Awarded to us', 'won', ''],
    ['Awarded elsewhere', 'lost', 'elsewhere'],
    ['Won by competitor', 'lost', 'by competitor'],
    ['Booked - other carrier', 'lost', 'other carrier'],
    ['Won - beat the incumbent', 'won', 'beat the incumbent'],
    ['Lost - price', 'lost', 'price'],
    ['LOST (service)', 'lost', 'service'],
    ['Closed: declined', 'lost', ''],
    ['no response', 'lost', ''],
    ['No decision', 'expired', ''],
    ['Expired', 'expired', ''],
    ['re-quoted', 'superseded', ''],
    ['In Progress', 'open', ''],
    ['N/A', 'open', ''],
  ])('has the outcome of "%s": %s', async (cell, outcome, reason) => {
    const { quotes } = await read(HEADER, row({ Outcome: cell }));
    expect(quotes).toEqual([expect.objectContaining({ outcome, reason })]);
  });

  it('has no outcome if the cell names who was awarded', async () => {
    const { quotes } = await read(HEADER, row({ Outcome: 'Awarded to Birch Lines' }));
    expect(quotes).toEqual([undefined]);
  });

  it('names what is wrong in each row, and counts an empty outcome as open with a warning', async () => {
    const { faults, warnings } = await read(
      HEADER,
      row({ Date: '2026-13-04', Total: '2.10/mi', Outcome: 'wonderful' }),
      row({ Date: '2026-11-26', Total: '-5', Equipment: 'boat', Origin: '' }),
      row({ Total: '' }),
      row({ Outcome: '' }),
    );
    expect(faults).toEqual([
      [
        'Date is not a date: write YYYY-MM-DD',
        'Total is not a total: write the price of the whole move',
        'Outcome is not an outcome: write won, lost, open, expired, or superseded',
      ],
      [
        'Date is in the future',
        'origin is empty',
        'Equipment is neither a container nor a trailer type',
        'Total must be above 0 and at most 1000000',
      ],
      ['Total is not an amount: write a number such as 1250.50'],
      [],
    ]);
    expect(warnings[3]).toEqual(['The outcome is empty: the quote counts as open.']);
  });

  it('is refused without outcomes, and if a column could be the customer', async () => {
    await expect(read('Date,Origin,Destination,Equipment,Total', '')).rejects.toThrow(/outcome/);
    await expect(read(HEADER.replace('Customer', 'Customer tier'), row())).rejects.toThrow(/the customer/);
  });

  it.each([
    ['Rate,Fuel,Total', '900,80,980', 98_000],
    ['Sell Rate', '1250.50', 125_050],
    ['Linehaul,FSC', '900,80.25', 98_025],
    ['Linehaul,FSC %', '900,21', 108_900],
    ['Linehaul,FSC %', '900,0.5%', 90_450],
    ['Linehaul,FSC', '900,0', 90_000],
    ['Rate,Fuel', '900,included', 90_000],
    ['Sell rate,Fuel incl.', '900,yes', 90_000],
  ])('has the price of %s: %s', async (headers, cells, totalCents) => {
    const { quotes } = await read(HEADER.replace('Total', headers), row({ Total: cells }));
    expect(quotes).toEqual([expect.objectContaining({ totalCents })]);
  });

  it('says that fuel is not inside the price, or that a cell of fuel cannot be read', async () => {
    const priced = (headers: string, cells: string) =>
      read(HEADER.replace('Total', headers), row({ Total: cells }));
    const apart = await priced('Sell rate,Fuel incl.', '900,no');
    expect(apart.quotes).toEqual([expect.objectContaining({ totalCents: 90_000 })]);
    expect(apart.warnings).toEqual([[expect.stringContaining('Fuel is not inside "Sell rate"')]]);
    for (const [headers, cells] of [
      ['Rate,Fuel %', '900,'],
      ['Rate,Fuel', '900,'],
      ['Rate,Fuel included', '900,Not incl.'],
    ] as const) {
      const { quotes, warnings } = await priced(headers, cells);
      expect(quotes).toEqual([expect.objectContaining({ totalCents: 90_000 })]);
      expect(warnings).toEqual([['Fuel is not inside "Rate", and the row does not state it.']]);
    }
    expect((await priced('Total,Fuel', '900,')).warnings).toEqual([[]]);
    expect((await priced('Rate,Fuel %', '900,0.18')).faults).toEqual([
      ['Fuel % is below 1: write 18% if it is a part of the price'],
    ]);
    expect((await priced('Rate,Fuel', '900,0.18')).faults).toEqual([
      ['Fuel is below 1: write 18% if it is a part of the price'],
    ]);
    expect((await priced('Rate,Fuel', '900,perhaps')).faults).toEqual([['Fuel is neither yes nor no']]);
    expect((await priced('Rate,Fuel', '900,0.40/mi')).faults).toEqual([
      ['Fuel is not the fuel of the whole move'],
    ]);
  });

  it('identifies equal rows apart, and a quote with a reference in spite of a new outcome', async () => {
    const { identities } = await read(HEADER, row(), row(), row({ Outcome: 'lost' }), row({ Total: '9' }));
    expect(new Set(identities).size).toBe(4);
    const again = await read(HEADER, row({ Outcome: 'open', Customer: 'ACMÉ', Origin: 'uslax' }));
    expect(again.identities[0]).toBe(identities[0]);
    const withReference = async (cells: Readonly<Record<string, string>>) =>
      (await read(`${HEADER},Quote number`, `${row(cells)},17`)).identities[0];
    expect(await withReference({})).toBe(await withReference({ Total: '9', Date: '2026-01-01' }));
  });
});
