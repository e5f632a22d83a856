import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RATE_FILE } from '../../../shared/contracts/files/rate-columns.ts';
import { readRateFile } from '../../../shared/contracts/files/read-rate-file.ts';
import { LOAD_FILE, readLoadRow } from '../../../shared/market/importing/read-load-row.ts';
import { FileError } from '../../../shared/platform/files/file-error.ts';
import { QUOTE_FILE } from '../../../shared/quotes/imported/quote-columns.ts';
import { LANE_FILE } from '../../../shared/rfps/files/lane-columns.ts';
import { readLaneFile } from '../../../shared/rfps/files/read-lane-rows.ts';
import {
  fuelFigure,
  isFuelInside,
  periodIn,
  type Read,
  readAmount,
  readDate,
  readEndDate,
  readPrice,
  readVolume,
  readYesNo,
} from '../../../shared/sheets/cell-values.ts';
import { headerWords, meaningOf } from '../../../shared/sheets/column-words.ts';
import { isFuelInHeader } from '../../../shared/sheets/fuel-cells.ts';
import { readSheet } from '../../../shared/sheets/read-sheet.ts';
import { readSheetInParts } from '../../../shared/sheets/read-sheet-in-parts.ts';
import type { FileKind } from '../../../shared/sheets/table.ts';
import { columnReport } from '../../../shared/sheets/understand-table.ts';

const US = { decimalComma: false };
const EUROPE = { decimalComma: true };
const valueIn = <Value>(read: Read<Value>): Value | undefined => ('value' in read ? read.value : undefined);

const lanes = (text: string | Uint8Array, choice?: Record<string, string>) =>
  readLaneFile(typeof text === 'string' ? Buffer.from(text) : text, choice);
const items = (text: string | Uint8Array, choice?: Record<string, string>) =>
  lanes(text, choice).rows.map(({ item }) => item);
const faultOf = (read: () => unknown): FileError => {
  try {
    read();
  } catch (error) {
    if (error instanceof FileError) return error;
    throw error;
  }
  throw new Error('the file was read');
};

/** Rows of a table, from headers that bars separate, by their meaning. */
const headersOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).flatMap(([as, all]) => all.split('|').map((header) => [header, as] as const));

describe('the meaning of a header', () => {
  it.each(
    headersOf({
      destination_state: 'Dest ST|Dest. State/Prov|D ST|End State|Dest_State_Abbr',
      origin_state: 'Orig ST|Origin State Code|ORIG_ST_CD|O_State|Supplier State',
      origin_zip: 'Orig ZIP|ozip|P/U Zip|Origin Zip5',
      destination: 'dst|Ship To|Final Destination',
      destination_city: 'DCity|DEST_CITY_NM|Customer City',
      origin_city:
        'OriginCity|origin_city|Pick Up City|Shipper City|O City|O-City|Vendor City|Ship From City|Orgin City',
      origin: 'Ship From|Origin City, State|Orig Loc|Pickup',
      destination_zip: 'Consignee Zip Code|Dest 5-Digit Zip|Del Zip',
      origin_port: 'POL|Port of Loading|Origin Port/Ramp',
      volume:
        'Volume/wk|Loads|Est. Annual Loads|# of loads per month|Annual FEU|Load Count|Annl Loads|Loads per Qtr|2027 Loads|FY27 Volume|Yearly Boxes|Annual Truckloads|Historical Volume per Year|Loads pa',
      equipment:
        "Equip Type|Trailer Type|Mode|Size/Type|Type|Trl Type|Equip. Req.|Equip. Req'd|Vehicle Type|Equipment Need",
      lane_id: 'Lane ID|Shipment Lane ID|Line Item|Sequence',
      target_rate: 'Target Rate (USD)|Benchmark',
      destination_port: 'Port of Discharge|POD|Port of Entry',
      commodity: 'Commodity Desc',
      accessorials: 'Accessorials Required',
      none: 'Origin 3-Zip|Orig Zip3|Origin Contact|Destination Dock Hours|Your Rate|Round Trip Miles|Total Terminals',
    }),
  )('of lanes: %s', (header, name) => {
    expect(meaningOf(LANE_FILE.meanings, header)?.name ?? 'none').toBe(name);
  });

  it.each(
    headersOf({
      rate_per_mile: 'RPM|Rate/Mi|$/Mile|Per Mile',
      rate_flat: 'Flat Rate',
      rate: 'All-in|LH Rate|Linehaul|$',
      rate_type: 'Charge Basis|Rate Basis|Price Per|Rate UOM',
      accessorial_overrides: 'Accessorial Charges',
      effective_from: 'Eff Dt|Eff Date|Valid From|Validity From|Rate Eff Dt|Effective Start',
      none: 'Miles|CustomerCode|Last Modified',
      fuel: 'FSC|FSC %|Fuel Included (Y/N)|Surcharge Basis',
      minimum: 'Min. Charge',
      effective_to: 'Valid Until|Exp.',
      customer: 'Shipper|Bill To|Bill-To Name|Billing Customer|Client Name',
      external_id: 'Contract #',
    }),
  )('of contract rates: %s', (header, name) => {
    expect(meaningOf(RATE_FILE.meanings, header)?.name ?? 'none').toBe(name);
  });

  it.each(
    headersOf({
      date: 'Pick Up Date|PU Date|Date Shipped|Outgate Date|ship_dt|DISPATCH_DT|Move Date|Gate Out Date|Shipping Date',
      none: 'Delivery Date',
      rate: 'Carrier Pay|Amount Paid (incl. fuel)|LH Pay|Settled Amt|Drayage Rate',
      total: 'Total Paid|Driver Pay Total',
      fuel_amount: 'Fuel Surcharge',
      fuel_percent: 'FSC %',
      fuel_included: 'Fuel Included?|Fuel Incl (Y/N)|fuel_incl_flg',
      destination_city: 'Destination City',
      load_number: 'Pro #',
    }),
  )('of loads: %s', (header, name) => {
    expect(meaningOf(LOAD_FILE.meanings, header)?.name ?? 'none').toBe(name);
  });

  it.each(
    headersOf({
      date: 'Quote Date|RFQ Date|Bid Date|Date Sent|Requested On|Quoted On',
      outcome: 'Result|Stage|W/L|Won?',
      reason: 'Loss Reason|Why lost',
      total: 'Total Quote Amount|all in price',
      rate: 'Quoted Rate|Bid Amount|Price (USD)',
    }),
  )('of past quotes: %s', (header, name) => {
    expect(meaningOf(QUOTE_FILE.meanings, header)?.name ?? 'none').toBe(name);
  });
});

it('reads a header of many joined words in little time', () => {
  const before = process.cpuUsage();
  expect(headerWords(`${'permile'.repeat(28)}x`)).toHaveLength(1);
  expect(headerWords('permile'.repeat(28))).toHaveLength(28);
  const { user, system } = process.cpuUsage(before);
  expect(user + system).toBeLessThan(500_000);
});

it('reads a rate without a type as flat with a warning if it cannot be a rate a mile', () => {
  const read = (amount: string) =>
    readRateFile(Buffer.from(`From,To,Equip,Rate,Fuel,Start\nA,B,Van,${amount},included,2027-01-01\n`))
      .rows[0];
  expect(read('150')).toMatchObject({
    rate: { rate_type: 'flat' },
    faults: [],
    warnings: [expect.stringContaining('read as flat')],
  });
  expect(read('149')?.faults[0]?.reason).toMatch(/does not say if it is flat/);
  const allIn = readRateFile(Buffer.from('From,To,Equip,All-In Rate,Start\nA,B,Van,900,eff. 1-Dec-26\n'));
  expect(allIn.rows[0]).toMatchObject({ rate: { effective_from: '2026-12-01' }, faults: [], warnings: [] });
});

it('reads fuel by the unit of its header', () => {
  const file = (rate: string, fuel: string) =>
    `Origin,Destination,Equipment,${rate},Type,Start,${fuel}\nA,B,Van,900,flat,2027-01-01,18\n`;
  const fuelOf = (rate: string, fuel: string) =>
    readRateFile(Buffer.from(file(rate, fuel))).rows[0]?.rate.fuel;
  expect(fuelOf('Rate', 'FSC %')).toEqual({ method: 'percent', value: 18 });
  expect(fuelOf('Rate', 'Fuel per mile')).toMatchObject({ method: 'per_mile', value: 18 });
  expect(fuelOf('All-In Rate', 'Dock')).toBe('included');
  const said = (cell: string) =>
    readRateFile(Buffer.from(file('Rate', 'Fuel Incl?').replace(',18\n', `,${cell}\n`)));
  expect(['Y', 'N'].map((cell) => said(cell).rows[0]?.rate.fuel)).toEqual(['included', 'market']);
  expect(fuelOf('Rate', 'Dock')).toBe('market');
});

describe('a cell', () => {
  it.each([
    ['2027-01-01', '2027-01-01'],
    ['20270101', '2027-01-01'],
    ['03/04/27', '2027-03-04'],
    ['4.3.2027', '2027-03-04'],
    ['01-Jan-27', '2027-01-01'],
    ['Jan 1, 2027', '2027-01-01'],
    ['Fri, Jan 1st 2027', '2027-01-01'],
    ['46388', '2027-01-01'],
    ['1/1/2027 5:30 PM', '2027-01-01'],
    ['wk of 1/4/27', '2027-01-04'],
    ['2027-01-01T08:00:00Z', '2027-01-01'],
    ['2/30/2026', undefined],
    ['1.450', undefined],
    ['next week', undefined],
    ['', undefined],
  ])('reads the date "%s"', (cell, day) => {
    expect(valueIn(readDate(cell))).toBe(day);
  });

  it.each(['Open', 'UFN', 'until further notice', '9999-12-31', '12/31/9999', ''])(
    '"%s" is no end',
    (cell) => {
      expect(readEndDate(cell)).toEqual({ value: undefined });
    },
  );

  it.each([
    ['$1,250.50', 1250.5, undefined],
    ['USD 850', 850, undefined],
    ['USD1,250.00', 1250, undefined],
    ['$1,250.00 ea', 1250, 'load'],
    ['1 250', 1250, undefined],
    ['(45.00)', -45, undefined],
    ['45.00-', -45, undefined],
    ['3.17/mi', 3.17, 'mile'],
    ['$2.15 per mile', 2.15, 'mile'],
    ['97%', 97, 'percent'],
    ['2,5', 2.5, undefined],
    ['0,955', 0.955, undefined],
    ['$850 incl. chassis', undefined, undefined],
    ['$850 + 200 fuel', undefined, undefined],
    ['$850 + 18% FSC + $75 chassis', undefined, undefined],
    ['$850 + $75 chassis + 18% FSC', undefined, undefined],
    ['$850 incl fuel, $950 hazmat', undefined, undefined],
    ['$850 all-in + $75 chassis', undefined, undefined],
  ] as const)('reads the amount "%s"', (cell, value, unit) => {
    expect(valueIn(readAmount(cell, US))).toEqual(value === undefined ? undefined : { value, unit });
  });

  it.each([
    ['1.274,50', 1274.5],
    ['461,50', 461.5],
    ['12.345.678', 12345678],
    ['850', 850],
  ])('reads the amount "%s" of a file with semicolons', (cell, value) => {
    expect(valueIn(readAmount(cell, EUROPE))?.value).toBe(value);
  });

  it.each([
    ['850,00 + 18,5% FSC', EUROPE, { value: 850, isFuelInside: false, fuel: '18.5%' }],
    ['850,00 + 0,45/mi fuel', EUROPE, { value: 850, isFuelInside: false, fuel: '0.45/mi' }],
    ['850,00 + 1,018% FSC', EUROPE, undefined],
    ['$850 + 1,018% FSC', US, { value: 850, isFuelInside: false, fuel: '1018%' }],
    ['$850 + $.45 / mile fuel', US, { value: 850, isFuelInside: false, fuel: '0.45/mi' }],
    ['$850 incl 18% FSC', US, { value: 850, isFuelInside: true }],
  ] as const)('reads the amount and the fuel in "%s"', (cell, style, value) => {
    expect(valueIn(readAmount(cell, style))).toEqual(value && { ...value, unit: undefined });
  });

  it('does not guess whether "1.450" and "1,450" of a file with semicolons are thousands', () => {
    for (const cell of ['1.450', '1,450']) {
      expect(readAmount(cell, EUROPE)).toEqual({ fault: 'can be 1450 or 1,450: write 1450 or 1,4500' });
    }
    expect(valueIn(readAmount('1.450', US))?.value).toBe(1.45);
    expect(valueIn(readAmount('1,450', US))?.value).toBe(1450);
  });

  it('does not guess whether "1.450" is a price of thousands, if no sign of a file says it', () => {
    for (const cell of ['1.450', '$1.450', '1.450 / load'])
      expect(readPrice(cell, US)).toEqual({ fault: 'can be 1450 or 1.450: write 1450 or 1.45' });
    expect(valueIn(readPrice('$2.125 / mi', US))?.value).toBe(2.125);
    expect(valueIn(readPrice('1,450.50', US))?.value).toBe(1450.5);
    const { rows } = lanes('From,To,Target\n"Macon, GA","Albany, GA",1.250');
    expect(rows[0]?.targetRate).toBeUndefined();
    expect(rows[0]?.warnings[0]?.message).toMatch(/can be 1250 or 1.250/);
  });

  it.each(['=1+1', 'TBD!', '1.81E+04', '12-34', '1,2,3', '1,2500', '$', 'free'])(
    'rejects the amount "%s"',
    (cell) => {
      expect(readAmount(cell, US)).toHaveProperty('fault');
    },
  );

  it.each([
    ['2/wk', undefined, 2],
    ['104/yr', undefined, 2],
    ['13/qtr', undefined, 1],
    ['1,250 per year', undefined, 1250 / 52],
    ['9/mo', 'year', (9 * 12) / 52],
    ['260 loads/yr', undefined, 5],
    ['12', 'month', (12 * 12) / 52],
    ['1', 'day', 5],
    ['2-4/wk', undefined, 3],
    ['80 to 100', 'year', 90 / 52],
    ['daily', undefined, 5],
  ] as const)('reads the volume "%s" in a column by the %s', (cell, period, perWeek) => {
    expect(valueIn(readVolume(cell, US, period))).toBeCloseTo(perWeek, 9);
  });

  it('does not guess the period of a volume, or whether it has thousands', () => {
    expect(readVolume('1.200', US, 'year')).toHaveProperty('fault');
    expect(readVolume('12', US, undefined)).toHaveProperty('fault');
    expect(readVolume('4-2', US, 'week')).toHaveProperty('fault');
    expect(periodIn('Annual volume')).toBe('year');
    expect(periodIn('weekly or monthly')).toBeUndefined();
    expect(periodIn('Q1 loads')).toBe('quarter');
    expect(periodIn('Annual volume (Q1 bid)')).toBe('year');
    expect(periodIn('Q1 2027 bid volume')).toBeUndefined();
  });

  it.each([
    ...['Y', 'yes', '1', 'TRUE'].map((cell) => [cell, true] as const),
    ...['N', 'No', '0', 'false'].map((cell) => [cell, false] as const),
    ['maybe', undefined] as const,
  ])('reads "%s" as %s', (cell, value) => {
    expect(valueIn(readYesNo(cell))).toBe(value);
  });

  it.each([
    ...['Incl.', 'All-in', 'Fuel in', 'in the rate', 'FSC included', 'inclusive'].map(
      (cell) => [cell, true] as const,
    ),
    ...['excluded', 'Not included', 'Fuel extra', '+ FSC', 'as per DOE table', 'plus fuel', 'separate'].map(
      (cell) => [cell, false] as const,
    ),
    ...['Not incl.', 'not in rate', 'Not fuel-inclusive', "isn't included", 'All-in, excl. FSC'].map(
      (cell) => [cell, false] as const,
    ),
    ...['no fuel included', 'None included', 'never incl', 'Extra, not included'].map(
      (cell) => [cell, false] as const,
    ),
    ...['Included (no extra charge)', 'All-in; no separate FSC', 'incl. - tolls extra'].map(
      (cell) => [cell, undefined] as const,
    ),
    ...['Contract no 4471 rates include fuel', 'No FSC, all in', 'not negotiable and include fuel'].map(
      (cell) => [cell, true] as const,
    ),
    ...['18%', 'in effect', 'to be filled in', 'changes in the rate of fuel', 'yes', ''].map(
      (cell) => [cell, undefined] as const,
    ),
  ])('reads of fuel "%s" as %s', (cell, value) => {
    expect(isFuelInside(cell)).toBe(value);
  });

  it.each([
    ['Rate (fuel included)', true],
    ['All-in rate', true],
    ['Rate (fuel not included)', false],
    ['Rate_fuel_not_incl', false],
    ['Rate (no fuel included)', false],
    ['Rate excl. fuel', false],
    ['Rate (not all in)', undefined],
    ['Rate', undefined],
  ])('reads of fuel in the header "%s" of a price %s', (header, value) => {
    expect(isFuelInHeader(header)).toBe(value);
  });

  it.each([
    `a${' '.repeat(9_000)}b`,
    `5${' '.repeat(9_000)}b`,
    '1'.repeat(9_000),
    '1,'.repeat(4_500),
    'jan '.repeat(2_200),
    '('.repeat(9_000),
  ])('of 9,000 characters costs little time in each column', (cell) => {
    const row = Array.from({ length: 10 }, () => `"${cell}"`).join(',');
    const rows = Array.from({ length: 40 }, () => row).join('\n');
    const before = process.cpuUsage();
    lanes(`Origin,Origin City,Origin State,Origin Zip,Destination,Equip,Volume/wk,Target,Start,End\n${rows}`);
    readRateFile(Buffer.from(`Origin,Destination,Equip,Rate,Type,Fuel,Start,End,Customer,Tiers\n${rows}`));
    const { user, system } = process.cpuUsage(before);
    expect(user + system).toBeLessThan(5_000_000);
  });
});

const LANE = 'Savannah,GA,Columbus,GA';
const COLUMBUS = [{ origin: 'Savannah, GA', destination: 'Columbus, GA' }];

describe('a file', () => {
  it.each([
    ['names of ends only in the first of their columns', `Origin City,State,Destination City,State\n${LANE}`],
    ['a header of two lines', `Origin,,Destination,\nCity,State,City,State\n${LANE}`],
    [
      'titles above the header',
      `Acme RFP 2027\n\n"Bids due, 5 PM"\nOrigin City,Orig ST,Dest City,Dest ST\n${LANE}`,
    ],
    ['semicolons', `Origin City;Orig ST;Dest City;Dest ST\n${LANE.replaceAll(',', ';')}`],
    [
      'empty columns and rows',
      `,Origin City,,Orig ST,Dest City,Dest ST,,\n,,,,,,,\n,Savannah,,GA,Columbus,GA,,\n`,
    ],
    [
      'the header again and totals',
      `Origin City,Orig ST,Dest City,Dest ST,Loads/wk\nOrigin City,Orig ST,Dest City,Dest ST,Loads/wk\n${LANE},\nGrand Total,,,,12\n`,
    ],
    [
      'a header of two lines again after a page break',
      `Origin,,Destination,,Loads/wk\nCity,State,City,State,\nOrigin,,Destination,,Loads/wk\nCity,State,City,State,\n${LANE},`,
    ],
    [
      'a company that is named as a port',
      `Shipper City,Shipper ST,Receiver,Receiver City,Receiver ST\nSavannah,GA,Port City Logistics,Columbus,GA`,
    ],
    ['place and state in columns of their own', `Origin,Destination,Dest ST\n"Savannah, GA",Columbus,GA`],
  ])('with %s is read', (_what, text) => {
    expect(items(text)).toEqual(COLUMBUS);
  });

  it.each([
    ['Discharge Port,Door City,Door ST\nUSSAV,Pooler,GA', 'USSAV', 'Pooler, GA'],
    ['Dest City,Dest ST,POD\nPooler,GA,USSAV', 'USSAV', 'Pooler, GA'],
    ['POD Terminal,DC City,DC ST\nUSSAV,Pooler,GA', 'USSAV', 'Pooler, GA'],
    ['Load Port,Warehouse City,Warehouse ST\nUSSAV,Pooler,GA', 'USSAV', 'Pooler, GA'],
    ['Ramp / Port,City,State\nUSSAV,Pooler,GA', 'USSAV', 'Pooler, GA'],
    ['City,State,Port\nPooler,GA,USSAV', 'Pooler, GA', 'USSAV'],
    ['Origin City,Origin ST,Port of Loading\nPooler,GA,USSAV', 'Pooler, GA', 'USSAV'],
  ])('of containers has a port at the end where no address is: %s', (text, origin, destination) => {
    expect(items(text)).toEqual([{ origin, destination }]);
  });

  it('has days in columns of pickup and delivery', () => {
    const text =
      'Pickup,Delivery,From,To,Eq,Pay,Fuel\n3/2/2026 08:00,3/4/2026,"Macon, GA","Albany, GA",Van,900,incl';
    const { table, rows, style } = readSheet(Buffer.from(text), LOAD_FILE, { bytes: 1e4, rows: 10 });
    expect(columnReport(table).unread).toEqual(['Delivery']);
    expect(rows.map((row) => readLoadRow(row, { style, today: '2026-11-28' }))).toMatchObject([
      { row: { date: '2026-03-02', origin: 'Macon, GA', destination: 'Albany, GA', fuelIncluded: true } },
    ]);
  });

  it('has the date in the only column that names one and has days', () => {
    const read = (header: string) =>
      readSheet(
        Buffer.from(`${header},From,To,Eq,Pay,All in?\n3/2/2026,"Macon, GA","Albany, GA",Van,900,Y`),
        LOAD_FILE,
        { bytes: 1e4, rows: 10 },
      );
    const { rows, style } = read('Tendered Date');
    expect(rows.map((row) => readLoadRow(row, { style, today: '2026-11-28' }))).toMatchObject([
      { row: { date: '2026-03-02', fuelIncluded: true } },
    ]);
    for (const header of ['Delivery Date', 'Invoice Date'])
      expect(faultOf(() => read(header)).message).toMatch(/no column has date/);
  });

  it('has the equipment in the column that names it, and else in that of the mode', () => {
    const equipment = (text: string) => items(text).map((item) => item.equipment_type);
    expect(equipment('From,To,Mode,Eq\n"Macon, GA","Albany, GA",TL,Reefer')).toEqual(['Reefer']);
    expect(equipment('From,To,Mode\n"Macon, GA","Albany, GA",Flatbed')).toEqual(['Flatbed']);
    expect(equipment('From,To,Equip Wanted\n"Macon, GA","Albany, GA",Dry Van')).toEqual(['Dry Van']);
  });

  it('has lanes in a column of moves, and drayage in one of services', () => {
    const text = `Move\tService\tNo. of boxes p.w.
LBCT to Bloomington, CA 92316\t40HC dray\t8
T-18 Seattle to Sumner WA\t20' dray\t2
Port of LA - Phoenix AZ\t40HC dray\t1
Husky Terminal to Kent WA\t40HC dray\t3
Total moves: 4\t\t14`;
    const read = items(text);
    expect(read).toHaveLength(4);
    expect(read.slice(0, 2)).toEqual([
      { origin: 'LBCT', destination: 'Bloomington, CA 92316', equipment_type: '40HC dray', weekly_volume: 8 },
      { origin: 'T-18 Seattle', destination: 'Sumner WA', equipment_type: "20' dray", weekly_volume: 2 },
    ]);
  });

  it('has places in the addresses beside the names of facilities', () => {
    const text = `Origin Facility,Origin Addr,Dest Facility,Dest Addr
DC 14,"4100 Bonnie View Rd, Dallas, TX 75241",Store Ctr,"500 Main St, Little Rock, AR 72201"`;
    expect(items(text)).toEqual([
      { origin: '4100 Bonnie View Rd, Dallas, TX 75241', destination: '500 Main St, Little Rock, AR 72201' },
    ]);
  });

  it('in Mac encoding is read where its words decide', () => {
    const bytes = Buffer.from('Origin,Destination\nEspa\x96ola NM,Ca\x96on City CO\n', 'latin1');
    expect(items(bytes)).toEqual([{ origin: 'Española NM', destination: 'Cañon City CO' }]);
  });

  it('reads ZIP codes that lost their zeros, with the state as check', () => {
    const header = 'Orig City,Orig ST,Orig ZIP,Dest ZIP,Dest ST';
    const read = lanes(
      `${header}\nNewark,NJ,"=""07114""",4101,ME\nNewark,NJ,07114-1234,98101.0,\nNewark,NJ,7114,4101,OR`,
    ).rows;
    expect(read[0]?.item).toEqual({ origin: 'Newark, NJ 07114', destination: 'ME 04101' });
    expect(read[1]?.item).toEqual({ origin: 'Newark, NJ 07114', destination: '98101' });
    expect(read[2]?.faults).toMatchObject([{ field: 'destination', header: 'Dest ZIP', value: '4101' }]);
    expect(items('From,To\n"Newark, NJ 7114",4101')).toEqual([
      { origin: 'Newark, NJ 07114', destination: '04101' },
    ]);
  });

  it('says that a ZIP code lost digits, and uses the city if there is one', () => {
    const read = lanes(
      'Orig City,Orig ST,Orig ZIP,Dest ZIP\nAllentown,PA,1.81E+04,27401\n,,1.81E+04,27401',
    ).rows;
    expect(read[0]).toMatchObject({ item: { origin: 'Allentown, PA' }, faults: [] });
    expect(read[0]?.warnings[0]?.message).toMatch(/1.81E\+04.*lost digits/);
    expect(read[1]?.faults[0]?.reason).toMatch(/lost digits/);
  });

  it('reads New Mexico, whose letters others write for "not meaningful"', () => {
    expect(items('Orig City,Orig ST,Dest City,Dest ST\nGallup,NM,Clovis,NM')).toEqual([
      { origin: 'Gallup, NM', destination: 'Clovis, NM' },
    ]);
  });

  it('rejects lanes to Canada', () => {
    const { rows } = lanes('Orig City,Orig ST,Dest City,Dest State/Prov\nSyracuse,NY,Mississauga,ON');
    expect(rows[0]?.faults[0]?.reason).toMatch(/outside the United States/);
  });

  it('lists its columns', () => {
    const { table } = lanes(`Orig City,Orig ST,Dest City,Dest ST,Dock\n${LANE},7`);
    expect(columnReport(table)).toEqual({
      read: [
        { header: 'Orig City', as: 'origin_city' },
        { header: 'Orig ST', as: 'origin_state' },
        { header: 'Dest City', as: 'destination_city' },
        { header: 'Dest ST', as: 'destination_state' },
      ],
      unread: ['Dock'],
    });
  });

  it.each([
    [
      'a state',
      'Orig City,Orig ST,Dest City,Loads/wk,Where\nSavannah,GA,Columbus,1,GA\nMacon,GA,Albany,1,GA',
      /"Where" could be a state/,
    ],
    ['equipment', 'From,To,Kit,Or\n"Macon, GA","Albany, GA",Dry Van,Reefer', /"Kit" could be the equipment/],
  ])('is not read if a column that is not understood could be %s', (_what, text, message) => {
    const fault = faultOf(() => lanes(text));
    expect([fault.code, fault.message]).toEqual(['COLUMNS_NOT_UNDERSTOOD', expect.stringMatching(message)]);
  });

  it('is read by the meanings that the caller states', () => {
    const text = 'Orig City,Orig ST,Dest City,Where,Kit\nSavannah,GA,Columbus,GA,Dry Van';
    expect(items(text, { Where: 'destination_state', kit: 'ignore' })).toEqual(COLUMBUS);
    expect(faultOf(() => lanes(text, { Nowhere: 'origin' })).message).toMatch(/no column "Nowhere"/);
    expect(faultOf(() => lanes(text, { Where: 'moon' })).message).toMatch(/"moon" is none of origin/);
  });

  it.each([
    ['nothing', '', /empty/],
    ['only a header', 'Origin,Destination\n', /no rows below the header/],
    ['no destination', 'Origin,Weight\nMacon,2', /no column has destination/],
    ['two columns of one meaning', 'Origin,From,To\n1,2,3', /"Origin" and "From" both mean origin/],
    ['an archive', 'PK\x03\x04', /ZIP file/],
    [
      'a quote that never closes',
      `Origin,Destination\n"Macon, GA,${'x,'.repeat(6_000)}`,
      /row 2: .*10000 char/,
    ],
    ['NUL', 'Origin,Destination\nMac\0on,Albany', /NUL characters/],
    ['a PDF', '%PDF-1.7', /is a PDF/],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old .xls workbook/],
    ['201 columns', `${'a,'.repeat(200)}b\n`, /more than 200 cells/],
    ['a column of both ends', 'Origin/Destination,Equip\nMacon,Van', /no column has origin/],
    ['the header twice and no row', 'Origin,Destination\nOrigin,Destination\n', /no rows below/],
  ] as const)('with %s is rejected with the reason', (_what, text, message) => {
    expect(faultOf(() => lanes(text)).message).toMatch(message);
  });

  it('may have formulas and rows of other lengths, which are never run or moved', () => {
    const { rows } = lanes(
      'Origin,Destination,Equip\n"Macon, GA","=HYPERLINK(1)",Van\n"Macon, GA","Albany, GA"\nMacon,GA,Albany,GA',
    );
    expect(rows.map(({ item, faults }) => [item, faults.length])).toEqual([
      [{ origin: 'Macon, GA', destination: '=HYPERLINK(1)', equipment_type: 'Van' }, 0],
      [{ origin: 'Macon, GA', destination: 'Albany, GA' }, 0],
      [expect.anything(), 1],
    ]);
  });

  it('never takes the default equipment for a cell that is not understood', () => {
    expect(items('From,To,Equip\n"Macon, GA","Albany, GA",spaceship')[0]).toMatchObject({
      equipment_type: 'spaceship',
    });
  });

  it('of blank rows is empty, and most of it is not read', async () => {
    const bytes = Buffer.alloc(4_000_000, ',\n');
    const offsets: number[] = [];
    const read = async (offset: number, length: number) => {
      offsets.push(offset);
      return bytes.subarray(offset, offset + length);
    };
    const sizes = { request: 400_000, part: 100_000 };
    const parts = readSheetInParts(LOAD_FILE, { length: bytes.length, read }, undefined, sizes);
    await expect(parts.next()).rejects.toThrow('the file is empty');
    expect(Math.max(...offsets)).toBeLessThan(1_000_000);
  });

  it('of any bytes is read or rejected', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const file = Buffer.concat([Buffer.from('origin,destination\n'), bytes]);
        const kinds = [LANE_FILE, RATE_FILE, LOAD_FILE] as unknown as FileKind<string>[];
        for (const kind of kinds) {
          try {
            readSheet(file, kind, { bytes: 1_000, rows: 100 });
          } catch (error) {
            if (!(error instanceof FileError)) throw error;
          }
        }
      }),
    );
  });
});

it.each([
  ...['100% of market', '100% of DOE', 'market less 5%', '5% off', 'not to exceed 26%', 'min 26%'],
  ...['waived below 20%', '50% of fuel', '26% of total', '$0.52/mi over peg'],
])('a figure in "%s" is no surcharge', (text) => {
  expect(fuelFigure(text, US)).toBeUndefined();
});
