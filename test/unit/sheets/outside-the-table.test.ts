import { describe, expect, it } from '@jest/globals';
import { readRateFile } from '../../../shared/contracts/files/read-rate-file.ts';
import { LOAD_FILE, readLoadRow } from '../../../shared/market/importing/read-load-row.ts';
import { FileError } from '../../../shared/platform/files/file-error.ts';
import { readQuoteFile } from '../../../shared/quotes/imported/read-quote-file.ts';
import { readLaneFile } from '../../../shared/rfps/files/read-lane-rows.ts';
import { equipmentIn } from '../../../shared/sheets/facts-outside-table.ts';
import { splitLane } from '../../../shared/sheets/place-cells.ts';
import { readSheet } from '../../../shared/sheets/read-sheet.ts';

/** What is compared of the rows of a file, by field: one value for each row. */
type Expected = Readonly<Record<string, readonly unknown[]>>;

const valuesOf = (rows: readonly Readonly<Record<string, unknown>>[], expected: Expected) =>
  Object.fromEntries(Object.keys(expected).map((field) => [field, rows.map((row) => row[field])]));

const VAN = '"Atlanta, GA","Macon, GA"';
const MONTHS = 'Jan Feb Mar Apr May June July Aug Sept Oct Nov Dec'.split(' ');

describe('lanes of a file', () => {
  it.each<readonly [what: string, file: string, expected: Expected]>([
    [
      'a title',
      `All lanes 53' dry van, no touch\nFrom,To,Loads/wk\n${VAN},5\n`,
      { equipment_type: ["53' dry van"] },
    ],
    [
      'headings between the rows',
      `Lane,From,To,Loads/wk\nREEFER LANES,,,\n1,${VAN},5\nSection 2: flatbed,,,\n2,${VAN},5\n`,
      { equipment_type: ['REEFER', 'flatbed'], lane_id: ['1', '2'] },
    ],
    [
      'a heading with place and equipment',
      'Lane,Destination,Loads/yr\nSavannah GA - 40\' HC,,\n1,"Atlanta, GA",52\nUSCHS - 20\' ST,,\n2,"Macon, GA",52\n',
      { origin: ['Savannah GA', 'USCHS'], equipment_type: ["40' HC", "20' ST"] },
    ],
    [
      'a heading that is not understood',
      `Lane,From,To,Loads/wk\nDRY VAN,,,\n1,${VAN},5\nSPECIALIZED,,,\n2,${VAN},5\n`,
      { equipment_type: ['DRY VAN', 'SPECIALIZED'] },
    ],
    [
      'a title with two kinds of equipment',
      `Dry van and reefer bid\nFrom,To,Loads/wk\n${VAN},5\n`,
      { equipment_type: ['Dry van and reefer bid'] },
    ],
    [
      'a title with other words',
      `Flat rates, 40 lanes\nFrom,To,Loads/wk\n${VAN},5\n`,
      { equipment_type: [undefined] },
    ],
    ...[
      'Flatbed excluded',
      'No reefers. Drivers of vans must check in',
      'Note: reefer lanes are bid separately',
    ].map(
      (title) =>
        [
          `the title "${title}"`,
          `${title}\nFrom,To,Loads/wk\n${VAN},5\n`,
          { equipment_type: [undefined] },
        ] as [string, string, Expected],
    ),
    [
      'a title with a short second kind',
      `Reefer and dry lanes 2027\nFrom,To,Loads/wk\n${VAN},5\n`,
      { equipment_type: ['Reefer and dry lanes 2027'] },
    ],
    [
      'lines between the rows that name no place',
      `Lane,To,Loads/yr\nFROM SAVANNAH,,\n1,"Atlanta, GA",52\nPage 2,,\nNotes: call ahead,,\n2,"Macon, GA",52\n`,
      { origin: ['SAVANNAH', 'SAVANNAH'] },
    ],
    [
      'a title for empty cells',
      `All lanes dry van unless noted\nFrom,To,Equip,Loads/wk\n${VAN},,5\n${VAN},Reefer,5\n`,
      { equipment_type: ['dry van', 'Reefer'] },
    ],
    [
      'the origin only in the first row of a group',
      'From,ST,To,Equip,Loads/wk\nReno,NV,"Boise, ID",Van,1\n,,"Elko, NV",Van,2\n,,"Ely, NV",Van,3\nBend,OR,"Salem, OR",Van,4\n',
      { origin: ['Reno, NV', 'Reno, NV', 'Reno, NV', 'Bend, OR'] },
    ],
    [
      'a gap in a column that repeats its cells',
      `From,To,Equip,Loads/wk\n${VAN},Van,1\n${VAN},Van,2\n,"Macon, GA",Van,3\n,"Macon, GA",Van,4\n`,
      { origin: ['Atlanta, GA', 'Atlanta, GA', undefined, undefined] },
    ],
    [
      'ids and goods that begin like directions',
      'Lane ID,Commodity,Port,City,ST,Size\nIMP-001,Import toys,USSAV,Macon,GA,40HC\nEXP-002,Export paper,USSAV,Dublin,GA,40HC\n',
      { origin: ['USSAV', 'USSAV'], destination: ['Macon, GA', 'Dublin, GA'] },
    ],
    [
      'a mode from door to door',
      'Mode,Port,City,ST,Size\nDoor to door,USSAV,Macon,GA,40HC\nDoor to door,USSAV,Dublin,GA,40HC\n',
      { origin: ['USSAV', 'USSAV'], destination: ['Macon, GA', 'Dublin, GA'] },
    ],
    [
      'imports and exports of a port',
      'Move Type,Port,Door City,Door State,Size,Loads/wk\nImport,Savannah,Macon,GA,40HC,1\nExport,Savannah,Dublin,GA,40HC,2\n',
      { origin: ['Port of Savannah', 'Dublin, GA'], destination: ['Macon, GA', 'Port of Savannah'] },
    ],
    ...[
      ['I/E', 'POL/POD', 'Import', 'Export'],
      ['Direction', 'Port/Ramp', 'Inbound', 'Outbound'],
      ['Imp/Exp', 'Pier', 'IMP', 'EXP'],
      ['Move', 'Rail Ramp', 'Port to Door', 'Door to Port'],
      ['Type', 'POL / POD', 'I', 'E'],
      ['Service', 'Ocean Terminal', 'Import live', 'Export live'],
    ].flatMap(([direction = '', port = '', inward = '', outward = '']) =>
      ['City,ST,', ''].map(
        (before) =>
          [
            `"${direction}" beside "${before}${port}"`,
            `${direction},${before}${port}${before === '' ? ',City,ST' : ''},Size\n${[inward, outward]
              .map((cell) => `${cell},${before === '' ? 'USSAV,Macon,GA' : 'Macon,GA,USSAV'},40HC\n`)
              .join('')}`,
            {
              origin: ['USSAV', 'Macon, GA'],
              destination: ['Macon, GA', 'USSAV'],
              equipment_type: ['40HC', '40HC'],
            },
          ] as [string, string, Expected],
      ),
    ),
    [
      'a volume for each equipment',
      `From,To,20' Loads/Wk,40' Loads/Wk\n${VAN},2,5\n${VAN},0,3\n${VAN},,\n`,
      { equipment_type: ["20'", "40'", "40'", '?'], weekly_volume: [2, 5, 3, undefined] },
    ],
    [
      'marks for each equipment',
      `From,To,Dry,Reefer,Loads/wk\n${VAN},X,,2\n${VAN},,X,3\n`,
      { equipment_type: ['Dry', 'Reefer'], weekly_volume: [2, 3] },
    ],
    [
      'an address that names no end',
      'Ship From DC,Store City,Store ST,Trlr,Trips / Wk\n"Tampa, FL 33610",Miami,FL,53 RF,6\n',
      { origin: ['Tampa, FL 33610'], destination: ['Miami, FL'] },
    ],
    [
      'states and ZIP codes by other names',
      'Source City,Source Region,Source PostCode,Ship-to City,Ship-to Region,Equip,Trucks p.a.\nDayton,NJ,8810,Portland,ME,Van,52\n',
      { origin: ['Dayton, NJ 08810'], destination: ['Portland, ME'] },
    ],
    [
      'volumes of several years',
      `From,To,Equip,2025 Actual,2027 Forecast Loads\n${VAN},Van,140,156\n`,
      { weekly_volume: [3] },
    ],
    [
      'volumes in words',
      `From,To,Equip,How often\n${VAN},Van,once a week\n${VAN},Van,twice a month\n`,
      { weekly_volume: [1, 0.461538] },
    ],
    ...['Port of Loading/Discharge', 'Load/Discharge Port', 'Origin/Destination Port', 'POL or POD'].map(
      (port): [string, string, Expected] => [
        `"${port}" without a direction`,
        `${port},Door,Equip\nUSSAV,"Macon, GA",40HC\n`,
        { origin: ['USSAV'], destination: ['Macon, GA'] },
      ],
    ),
    [
      'equal names below the equipment, and a title above them',
      `Lanes of 2027,,,\n,,20',40' HC\nFrom,To,Loads/wk,Loads/wk\n${VAN},2,3\n`,
      { equipment_type: ["20'", "40' HC"], weekly_volume: [2, 3] },
    ],
    [
      'sizes of containers, services, and a title that is no equipment',
      `Domestic lanes,,,\nFrom,To,Container Size,Services Needed\n${VAN},53,storage x2\n${VAN},,\n`,
      {
        equipment_type: ['53 container', undefined],
        special_requirements: [[{ name: 'storage', quantity: 2 }], undefined],
      },
    ],
    [
      'a size that can be a trailer',
      `From,To,Trailer/Container Size\n${VAN},53\n`,
      { equipment_type: ['53'] },
    ],
    [
      'both ends in one cell beside a terminal',
      'From > To,Pickup Terminal,Equip\n"Garden City, GA > Atlanta, GA",GCT,40HC\n',
      { origin: ['GCT, Garden City, GA'], destination: ['Atlanta, GA'] },
    ],
    [
      'both ports of the vessel',
      'POL,POD,Place of Delivery,Cntr,Ctrs/yr\nCNSHA,USSAV,"Macon, GA",40HC,52\n',
      { origin: ['USSAV'], destination: ['Macon, GA'] },
    ],
    [
      'places below a header of days',
      `Start,Finish,Equip,Loads/wk\n${VAN},Van,5\n`,
      { origin: ['Atlanta, GA'], destination: ['Macon, GA'] },
    ],
    [
      'columns of yes and no',
      `From,To,Equip,HazMat (Y/N),Team Req'd,Loads/wk\n${VAN},Van,Y,N,1\n${VAN},Van,Y,Y,1\n`,
      { special_requirements: [['hazmat'], ['hazmat', 'team_drivers']] },
    ],
    [
      'volumes of quarters',
      `From,To,Equip,Q1,Q2,Q3,Q4\n${VAN},Van,10,12,"1,020",50\n${VAN},Van,,,,\n`,
      { weekly_volume: [21, undefined] },
    ],
    ...[
      [1, 2, 3, 4].map((quarter) => `Q${quarter} loads`),
      [1, 2, 3, 4].map((quarter) => `Volume Q${quarter} 2027`),
      [1, 2, 3, 4].map((quarter) => `${quarter}Q27`),
      [1, 2, 3, 4].map((quarter) => `Qtr ${quarter} Moves`),
      ['1st quarter', '2nd quarter', '3rd quarter', '4th quarter'],
      MONTHS.map((month) => `${month} loads`),
      MONTHS.map((month) => `${month}-27`),
      MONTHS.map((month) => `Loads ${month}`),
    ].map(
      (headers) =>
        [
          `volumes below "${headers[0]}"`,
          `From,To,Equip,${headers.join(',')},${headers.map((header) => `${header} rate`).join(',')}\n${VAN},Van,${headers.map(() => 52 / headers.length).join(',')}\n`,
          { weekly_volume: [1] },
        ] as [string, string, Expected],
    ),
    ['the volume of a quarter', `From,To,Equip,Q3 loads\n${VAN},Van,13\n`, { weekly_volume: [1] }],
    ...[
      'Annual container counts by size; please quote each size',
      'Annual volumes',
      'Volumes are yearly',
      'Loads per year',
      '2027 bid: shipments shown annually',
    ].map(
      (title) =>
        [
          `the title "${title}"`,
          `${title}\nFrom,To,40' HC,20'\n${VAN},104,52\n`,
          { weekly_volume: [2, 1] },
        ] as [string, string, Expected],
    ),
    [
      'a line below the rows on their volumes',
      `From,To,Equip,Loads\n${VAN},Van,2\nweekly volumes in loads,,,\n`,
      { weekly_volume: [2] },
    ],
    [
      'a line below the rows',
      `From,To,Loads/wk\n${VAN},5\n* All on 53' dry vans,,\n`,
      { equipment_type: ["53' dry van"] },
    ],
    [
      'labels and values in cells',
      'Origin:,"Savannah, GA",,\nEquipment:,40\' HC,,\nDestination,ZIP,Annual volume,Comments\n"Atlanta, GA",30303,52,\n',
      { origin: ['Savannah, GA'], equipment_type: ["40' HC"], weekly_volume: [1] },
    ],
    [
      'a title with the origin',
      '"All lanes originate at Laredo, TX 78045"\nDest City,Dest ST,Equip,Loads/wk\nDallas,TX,Van,5\n',
      { origin: ['Laredo, TX 78045'] },
    ],
    [
      'size and type in two columns',
      'Origin,Destination,Size,Type\nUSSAV,30303,40,HC\nUSSAV,30303,20,GP\n',
      { equipment_type: ['40 HC', '20 GP'] },
    ],
    [
      'a column for high cubes',
      'Origin,Destination,Size,HC (Y/N)\nUSSAV,30303,40,Y\nUSSAV,30303,40,N\n',
      { equipment_type: ['40 HC', '40'] },
    ],
    [
      'a size beside live or drop',
      'Origin,Destination,Size,Type of delivery\nUSSAV,30303,40,Live\nUSSAV,30303,40,Drop\n',
      { equipment_type: ['40', '40'] },
    ],
    [
      'volume and period in two columns',
      `From,To,Volume,Frequency\n${VAN},5,Weekly\n${VAN},52,Annual\n`,
      { weekly_volume: [5, 1] },
    ],
    [
      'both ends in one cell',
      'Lane,Mode\n"Savannah, GA - Atlanta, GA",Van\n"Savannah, GA - Macon, GA",Van\n',
      { origin: ['Savannah, GA', 'Savannah, GA'], destination: ['Atlanta, GA', 'Macon, GA'] },
    ],
    ['codes of both ends', 'OD Pair,Size\nUSSAV/30303,40HC\n', { origin: ['USSAV'], destination: ['30303'] }],
    [
      'codes of sites before places',
      'Ship Site,Receive Site\nDC07 - Atlanta GA,"XD3 (Macon, GA 31201)"\nDC07 - Atlanta GA,DC9: Macon GA\n',
      { origin: ['Atlanta GA', 'Atlanta GA'], destination: ['Macon, GA 31201', 'Macon GA'] },
    ],
    [
      'a number of the lane whose header is that of a price, and a price that nobody names',
      `Dray #,From,To,Current $ (base)\nD1,${VAN},675\nD2,${VAN},550\n`,
      { lane_id: ['D1', 'D2'] },
    ],
    [
      'ranks, which number no lanes',
      `Rank,From,To\n1,${VAN}\n2,${VAN}\n`,
      { lane_id: [undefined, undefined] },
    ],
    [
      'a terminal with two names',
      'Port,Terminal,City,State\nLong Beach,Pier T (TTI),Chino,CA\n',
      { origin: ['Pier T, Port of Long Beach'] },
    ],
    ['an average below them', `From,To,Loads/wk\n${VAN},5\nAvg,,5\n`, { weekly_volume: [5] }],
    [
      'size and type in columns that both name them',
      `From,To,Box Sz,Box Typ\n${VAN},40,HC\n`,
      { equipment_type: ['40 HC'] },
    ],
    [
      'city and state in one cell beside a company',
      'Ramp,Consignee,City/ST,Size\nElwood,Alder DC,"Rockford, IL 61109",40HC\n',
      { origin: ['Elwood'], destination: ['Rockford, IL 61109'] },
    ],
    [
      'names of companies beside addresses',
      'Shipper Name,Shipper City,Shipper ST,Consignee Name,Consignee Address,Consignee City,Consignee ST\nAlder,Atlanta,GA,DC 14,22 Depot Rd,Macon,GA\n',
      { origin: ['Atlanta, GA'], destination: ['Macon, GA'] },
    ],
    [
      'a name in a column of ports',
      'Port,Door City,Door ST\nCharleston,Macon,GA\n',
      { origin: ['Port of Charleston'] },
    ],
    [
      'all places of a lane in one cell',
      'Legs,Equip,Loads/wk\n"Reno, NV > Elko, NV > Boise, ID",Van,5\n"Winston-Salem, NC-Macon, GA",Van,5\n',
      {
        origin: ['Reno, NV', 'Winston-Salem, NC'],
        destination: ['Boise, ID', 'Macon, GA'],
        stops: [['Elko, NV'], undefined],
      },
    ],
    [
      'codes of cities in one cell',
      'Lane,Equip,Vol\nSAV > ATL,40HC,2-3/wk\nLAX-PHX,40HC,120/yr\n',
      { origin: ['SAV', 'LAX'], destination: ['ATL', 'PHX'], weekly_volume: [2.5, 2.307692] },
    ],
    [
      'ranges of volumes beside their period',
      `From,To,Equip,Est. Qty,UOM\n${VAN},Van,3,wk\n${VAN},Van,80-100,yr\n`,
      { weekly_volume: [3, 1.730769] },
    ],
    [
      'equipment below a header of services',
      `From,To,Service,Loads/wk\n${VAN},Reefer TL,5\n`,
      { equipment_type: ['Reefer TL'], special_requirements: [undefined] },
    ],
    [
      'a choice of equipment, which is not made',
      `From,To,Equip\n${VAN},53' Reefer / 53' Van\n${VAN},40/40HC\n${VAN},40' HC\n`,
      { equipment_type: ["53' Reefer or 53' Van", '40/40HC', "40' HC"] },
    ],
    [
      'size and type in one cell',
      `From,To,Equip\n${['40/RF', '40/Reefer', '40HC / Reefer', '20/OT', '40 or RF'].map((cell) => `${VAN},${cell}`).join('\n')}\n`,
      { equipment_type: ['40/RF', '40/Reefer', '40HC / Reefer', '20/OT', '40 or RF'] },
    ],
    [
      'areas of three digits beside the city',
      'Origin Zip3,Origin Region,Dest City,Dest ST\n606,Chicago,Macon,GA\n900,Reno,Macon,GA\n',
      { origin: ['Chicago', 'Reno'], lane_id: [undefined, undefined] },
    ],
    [
      'cities before columns of their states',
      'Plant,Plant ST,Store,Store ST,Loads/wk\nDalton,GA,Macon,GA,5\n',
      { origin: ['Dalton, GA'], destination: ['Macon, GA'] },
    ],
    [
      'names of sites before places',
      'Ship From,Ship To,Loads/wk\nDC 12 - Carlisle PA,Store 441 - Boston MA,5\n',
      { origin: ['Carlisle PA'], destination: ['Boston MA'] },
    ],
    ...[
      ['equipment,unit class', 'A1'],
      ['type,unit', 'Spot'],
    ].map(
      ([header, cell]) =>
        [
          `equipment in the only column that can be read: ${header}`,
          `From,To,${header}\n${VAN},${cell},Dry Van\n${VAN},${cell},Reefer\n`,
          { equipment_type: ['Dry Van', 'Reefer'] },
        ] as [string, string, Expected],
    ),
    [
      'names of terminals before places',
      `Ship From,Ship To\n${[
        '"Terminal 18 - Seattle, WA"',
        '"Terminal 5: Seattle, WA"',
        '"Pier 400 (Los Angeles, CA)"',
        '"Berth 136 - Los Angeles, CA"',
      ]
        .map((terminal) => `${terminal},"Macon, GA"`)
        .join('\n')}\n`,
      {
        origin: [
          'Terminal 18 - Seattle, WA',
          'Terminal 5: Seattle, WA',
          'Pier 400 (Los Angeles, CA)',
          'Berth 136 - Los Angeles, CA',
        ],
      },
    ],
    [
      'short names of terminals and ports',
      'Orig Term,Dest City,Dest ST\nLBCT,Chino,CA\nPort of Houston (Bayport),Katy,TX\n',
      { origin: ['LBCT', 'Bayport, Port of Houston'] },
    ],
    [
      'headers in German',
      'Abgangsort;Zielort;Equipment;Volumen/Jahr\nReno, NV;Elko, NV;40HC;52\n',
      { origin: ['Reno, NV'], destination: ['Elko, NV'], weekly_volume: [1] },
    ],
    [
      'headers in Spanish',
      'Origen,Destino,Equipo,Viajes por mes\n"Laredo, TX",75201,Caja seca,52\n',
      { weekly_volume: [12] },
    ],
  ])('are read with %s', (_, file, expected) => {
    const { rows } = readLaneFile(Buffer.from(file));
    expect(
      valuesOf(
        rows.map(({ item }) => item),
        expected,
      ),
    ).toEqual(expected);
  });

  it('have notes on what other lines say, and on equipment that nothing says', () => {
    const notes = (file: string) => readLaneFile(Buffer.from(file)).notes;
    expect(notes(`All lanes reefer\nFrom,To,Loads/wk\n${VAN},5\n`)).toEqual([
      'Row 1 says the equipment: "reefer". It counts for rows that do not say it.',
    ]);
    expect(notes(`Lane,From,To\nREEFER,,\n1,${VAN}\n`)).toEqual([
      'Headings were read for the rows below them: row 2 says the equipment "REEFER".',
    ]);
    expect(notes(`From,To,Eq,2026 Loads,2027 Loads\n${VAN},Van,5,6\n`)).toEqual([
      '"2027 Loads" was not read, because "2026 Loads" was read as volume.',
    ]);
    expect(notes(`From,To,Loads/wk\n${VAN},5\n`)).toEqual([
      '1 lane has no equipment in the file: that of the RFP is used.',
    ]);
  });

  it('are not read below the header of another table', () => {
    const file =
      'Port,Dest,State,Type\nUSSAV,Macon,GA,40HC\nExports,,,\nPort,Origin,State,Type\nUSSAV,Macon,GA,40HC\n';
    expect(() => readLaneFile(Buffer.from(file))).toThrow('row 4 is the header of another table');
  });

  it('say which volumes were ranges', () => {
    const [row] = readLaneFile(Buffer.from(`From,To,Loads/wk\n${VAN},2-3\n`)).rows;
    expect(row?.warnings).toEqual([
      { field: 'weekly_volume', message: 'Loads/wk "2-3" was read as 2.5 a week.' },
    ]);
  });

  it('are rejected if they name areas of three digits', () => {
    const [row] = readLaneFile(Buffer.from('Org 3-Digit Zip,Dst 3-Digit Zip,Equip\n917,850,Van\n')).rows;
    expect(row?.faults.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/three digits/),
      expect.stringMatching(/three digits/),
    ]);
  });

  it('are refused if a ZIP code is one of a range', () => {
    const file = 'From,Dest Zip From,Dest Zip To,Equip\n"Macon, GA",31201,31299,Van\n';
    expect(() => readLaneFile(Buffer.from(file))).toThrow(/"Dest Zip From" could be a ZIP code/);
    const zones = 'Zone,Zip From,Zip To,Equip\nA,30301,30399,Van\nB,30401,30499,Van\n';
    expect(() => readLaneFile(Buffer.from(zones))).toThrow(/could be ranges of ZIP codes/);
    expect(() => readLaneFile(Buffer.from('Zip From,Zip To,Equip\n'))).toThrow(/no rows below the header/);
  });

  it.each([
    ['headers', 'origin_zip,destination_zip', {}],
    ['the caller', 'Zip From,Zip To', { 'Zip From': 'origin_zip', 'Zip To': 'destination_zip' }],
  ] as const)('are read within one area if %s name both ends', (_, header, choice) => {
    const { rows } = readLaneFile(Buffer.from(`${header},Equip\n90731,90745,40HC\n`), choice);
    expect(rows).toMatchObject([{ item: { origin: '90731', destination: '90745' }, faults: [] }]);
  });

  it.each([
    ['# loads,freq', '12,monthly', 2.769231],
    ['freq,# loads', 'weekly,5', 5],
    ['Loads,Frequency', '40,yearly', 0.769231],
    ['freq', 'weekly', undefined],
  ])('have the number of "%s" with its period', (header, cells, volume) => {
    const [row] = readLaneFile(Buffer.from(`From,To,${header}\n${VAN},${cells}\n`)).rows;
    expect(row?.item.weekly_volume).toBe(volume);
  });

  it('have no warning on the area of a ZIP code beside its city', () => {
    const file = 'Orig City,Orig ST,Orig 3-Zip,Dest\nBethlehem,PA,180,"Macon, GA"\n';
    const [row] = readLaneFile(Buffer.from(file)).rows;
    expect(row).toMatchObject({ item: { origin: 'Bethlehem, PA' }, faults: [], warnings: [] });
  });

  it('have no target in another currency or a mile', () => {
    const { rows } = readLaneFile(Buffer.from(`From,To,Target,Currency\n${VAN},900,CAD\n${VAN},900,USD\n`));
    expect(rows.map(({ targetRate }) => targetRate)).toEqual([undefined, 900]);
    expect(rows[0]?.warnings[0]?.message).toMatch(/not in US dollars/);
    const perMile = readLaneFile(Buffer.from(`From,To,Target $/mi\n${VAN},2.85\n`)).rows[0];
    expect(perMile?.targetRate).toBeUndefined();
    expect(perMile?.warnings[0]?.message).toMatch(/is a rate a mile/);
  });
});

describe('contract rates of a file', () => {
  const head = 'Origin,Destination,Equip,Rate';
  it.each<readonly [what: string, file: string, expected: Expected]>([
    [
      'terms in titles',
      `Customer: Alder Home\n"Effective January 1, 2027 through 12/31/2027"\nRates are per mile and include fuel\n${head}\n${VAN},Van,2.85\n`,
      {
        customer: ['Alder Home'],
        effective_from: ['2027-01-01'],
        effective_to: ['2027-12-31'],
        rate_type: ['per_mile'],
        fuel: ['included'],
      },
    ],
    ...[
      ['Rates include 24% fuel surcharge', 'included'],
      ['Fuel surcharge of 24% is included in the rates', 'included'],
      ['All-in rates with a 2% prompt pay discount', 'included'],
    ].map(
      ([title, fuel]) =>
        [`the title "${title}"`, `${title}\n${head},Eff\n${VAN},Van,850,1/1/27\n`, { fuel: [fuel] }] as [
          string,
          string,
          Expected,
        ],
    ),
    [
      'a footer about another charge',
      `${head},Eff\n${VAN},Van,850,1/1/27\nChassis charges $40 per move; detention rates $75 a load,,,,\n`,
      { rate_type: ['flat'] },
    ],
    [
      'a rate for each equipment',
      `Lane,Origin,Destination,Van Rate,Reefer Rate,Eff\n7,${VAN},850,,1/1/27\n8,${VAN},900,$1100,1/1/27\n`,
      {
        equipment_type: ['Van', 'Van', 'Reefer'],
        amount: [850, 900, 1100],
        external_id: ['7 Van', '8 Van', '8 Reefer'],
      },
    ],
    [
      'both days of the term in one cell',
      `${head},Valid\n${VAN},Van,850,1/1/27 - 12/31/27\n`,
      { effective_from: ['2027-01-01'], effective_to: ['2027-12-31'] },
    ],
    [
      'fuel beside the rate',
      `${head},Eff\n${VAN},Van,"$1,100 + fuel",1/1/27\n${VAN},Van,$2.45/mi (all-in),1/1/27\n`,
      { amount: [1100, 2.45], rate_type: ['flat', 'per_mile'], fuel: ['market', 'included'] },
    ],
    [
      'figures of fuel beside the rate',
      `${head},Eff\n${VAN},Van,$850 + 18% FSC,1/1/27\n${VAN},Van,$850 + $0.45/mi fuel,1/1/27\n${VAN},Van,850 ex fuel,1/1/27\n`,
      {
        amount: [850, 850, 850],
        fuel: [
          { method: 'percent', value: 18 },
          expect.objectContaining({ method: 'per_mile', value: 0.45 }),
          'market',
        ],
      },
    ],
    [
      'one rate for two types of equipment',
      "Origin,Destination,20',40'/40HC,Eff\nUSSAV,30303,850,870,1/1/27\n",
      { equipment_type: ["20'", "40'", '40HC'], amount: [850, 870, 870] },
    ],
    [
      'size and type in a header',
      'Origin,Destination,40 HC,40/RF,Eff\nUSSAV,30303,500,900,1/1/27\n',
      { equipment_type: ['40 HC', '40/RF'], amount: [500, 900] },
    ],
    [
      'equipment below a header of types',
      `Origin,Destination,Type,Rate,Eff\n${VAN},40HC,850,1/1/27\n`,
      { equipment_type: ['40HC'], rate_type: ['flat'] },
    ],
    [
      'dollars of fuel a mile',
      `${head},FSC $/mi,Fuel Rate Basis,Eff\n${VAN},Van,850,0.45,,1/1/27\n`,
      { amount: [850], fuel: [expect.objectContaining({ method: 'per_mile', value: 0.45 })] },
    ],
    [
      'codes of types',
      `${head},UOM,Eff\n${VAN},Van,850,FLT,1/1/27\n${VAN},Van,2.95,MIL,1/1/27\n`,
      { rate_type: ['flat', 'per_mile'] },
    ],
    [
      'a discount that is no fuel',
      `${head},Discount %,Eff\n${VAN},Van,850,10%,1/1/27\n`,
      { fuel: ['market'] },
    ],
    [
      'rates a mile',
      `Origin,Destination,Equip,$/Loaded Mile,Eff\n${VAN},Van,2.85,1/1/27\n`,
      { amount: [2.85], rate_type: ['per_mile'] },
    ],
    [
      'states as destinations',
      'From,To,Equip,Rate,Eff\nUSSAV,GA,40HC,850,1/1/27\nUSSAV,AL,40HC,860,1/1/27\n',
      { destination: ['GA', 'AL'] },
    ],
    [
      'fuel as a percentage of the line haul',
      `${head},Eff,Fuel\n${VAN},Van,850,1/1/27,21% of LH\n`,
      { fuel: [{ method: 'percent', value: 21 }] },
    ],
    ...(
      [
        ['Plus 26% FSC', 26],
        ['+26% FSC', 26],
        ['plus 26%', 26],
        ['26% FSC', 26],
        ['FSC 26%', 26],
        ['26 pct fuel', 26],
        ['Excluded - add 26.5%', 26.5],
        ['fuel @ 26 percent of linehaul', 26],
        ['FSC: 26%, billed separately', 26],
        ['26% on top', 26],
      ] as const
    ).map(
      ([cell, value]) =>
        [
          `the fuel "${cell}"`,
          `${head},Eff,Fuel Terms\n${VAN},Van,850,1/1/27,"${cell}"\n`,
          { fuel: [{ method: 'percent', value }] },
        ] as const,
    ),
    [
      'fuel below "Fuel charge"',
      `${head},Eff,Fuel charge\n${VAN},Van,850,1/1/27,incl.\n${VAN},Van,850,1/1/27,26 % FSC\n`,
      { amount: [850, 850], fuel: ['included', { method: 'percent', value: 26 }] },
    ],
    [
      'fuel a mile beside words',
      `${head},Eff,Fuel Terms\n${VAN},Van,850,1/1/27,plus $0.52 per mile FSC\n`,
      { fuel: [expect.objectContaining({ method: 'per_mile', value: 0.52 })] },
    ],
    ...['98% of mkt', '98% mkt', '98 pct of market', '98 percent of the spot market', '98% of mkt rate'].map(
      (cell) =>
        [
          `the rate "${cell}"`,
          `${head},Eff\n${VAN},Van,${cell},1/1/27\n${VAN},Van,"$1,100",1/1/27\n`,
          { amount: [98, 1100], rate_type: ['percent_of_market', 'flat'] },
        ] as const,
    ),
    [
      'fuel as a percentage in a title',
      `Fuel surcharge: 24%\n${head},Eff\n${VAN},Van,850,1/1/27\n`,
      { fuel: [{ method: 'percent', value: 24 }] },
    ],
    [
      'addresses below titles with the port and equipment',
      'Port: USNYC\nEquipment: 40HC\nFSC: 32% of base\nCity,State,ZIP,Rate (fuel not included),Eff\nEdison,NJ,08817,385,1/1/27\n',
      {
        origin: ['USNYC'],
        destination: ['Edison, NJ 08817'],
        equipment_type: ['40HC'],
        fuel: [{ method: 'percent', value: 32 }],
      },
    ],
    [
      'labels without colons',
      `Customer,Alder Home\nStart,1/1/2027\nFuel,24%\n${head}\n${VAN},Van,850\n`,
      {
        customer: ['Alder Home'],
        effective_from: ['2027-01-01'],
        fuel: [{ method: 'percent', value: 24 }],
      },
    ],
    [
      'customers in headings',
      `${head},Eff\nCustomer: Alder,,,,\n${VAN},Van,850,1/1/27\nCustomer: Birch,,,,\n${VAN},Van,850,1/1/27\n`,
      { customer: ['Alder', 'Birch'] },
    ],
    [
      'origins in headings',
      'To City,To ST,Equip,Flat Rate,Start\n"FROM LAREDO, TX 78045",,,,\nDallas,TX,Van,850,1/1/27\n',
      { origin: ['LAREDO, TX 78045'], destination: ['Dallas, TX'] },
    ],
    [
      'fuel and its unit in two columns',
      `${head},Eff,FSC,FSC UOM\n${VAN},Van,850,1/1/27,24,%\n`,
      { fuel: [{ method: 'percent', value: 24 }] },
    ],
    [
      'both days of the term in one cell',
      `${head},Term\n${VAN},Van,850,1/1/2027 - 12/31/2027\n`,
      { effective_from: ['2027-01-01'], effective_to: ['2027-12-31'] },
    ],
    ...(
      [
        ['Rates for Corliss Seed Co., flat per load in USD', 'Corliss Seed Co.'],
        ['Rate sheet for Pellworth Tools - effective 1/1/2027', 'Pellworth Tools'],
        ['Prepared for Pellworth', 'Pellworth'],
        ['Agreement for Pellworth Tools', 'Pellworth Tools'],
        ['Rates for Birch Foods, Inc. (2027)', 'Birch Foods, Inc.'],
        ['Rates for Export Loads', undefined],
        ['Rates for Macon, GA', undefined],
        ['Rates for Dry Van', undefined],
        ['Rates for January 2027', undefined],
        ['Rates for New York', undefined],
      ] as const
    ).map(
      ([title, customer]) =>
        [
          `the title "${title}"`,
          `"${title}"\n${head},Eff\n${VAN},Van,850,1/1/27\n`,
          { customer: [customer] },
        ] as const,
    ),
    ...['Linehaul,FSC (22%),All-In', 'Base,FSC (22%),All-in', 'Rate,Fuel 22%,Total Rate'].map(
      (header) =>
        [
          `the sum of rate and fuel, "${header}"`,
          `Origin,Destination,Equip,Eff,${header}\n${VAN},Van,1/1/27,"$1,045.00",$229.90,"$1,274.90"\n`,
          { amount: [1045], fuel: [{ method: 'percent', value: 22 }] },
        ] as const,
    ),
    ...[
      ['Base,FSC,All-In', [800, 640], '800,160,960', '640,128,768'],
      ['Linehaul,FSC $,All-in rate', [800, 640], '$800.00,$160.00,$960.00', '$640.00,$128.00,$768.00'],
      ['Base,Fuel $,Total', [800, 640], '800,160,960', '640,128,768'],
      ['Base,FSC,All-In', [800, 640], '800,20%,960', '640,20%,768'],
      ['Base rate,Fuel,All-in total', [1000, 500], '"1,000.00",20%,"1,200.00"', '$500,20%,$600'],
    ].map(
      ([header, amount, ...cells]) =>
        [
          `fuel that makes up the sum, "${header}" ${cells[0]}`,
          `Origin,Destination,Equip,Eff,${header}\n${cells.map((row) => `${VAN},Van,1/1/27,${row}\n`).join('')}`,
          { amount, rate_type: ['flat', 'flat'], fuel: cells.map(() => ({ method: 'percent', value: 20 })) },
        ] as [string, string, Expected],
    ),
    [
      'fuel with the percent in its header',
      `${head},Eff,FSC (22%)\n${VAN},Van,640,1/1/27,140.8\n${VAN},Van,640,1/1/27,22\n${VAN},Van,640,1/1/27,120\n`,
      { fuel: [{ method: 'percent', value: 22 }, { method: 'percent', value: 22 }, undefined] },
    ],
    [
      'fuel inside as the header of the rate says',
      `Origin,Destination,Equip,Rate w/ FSC,Eff\n${VAN},Van,640,1/1/27\n`,
      { amount: [640], fuel: ['included'] },
    ],
    [
      'the day on which a title was written',
      `Created 11/2/2026\n${head},Eff\n${VAN},Van,850,1/1/27\n`,
      { effective_from: ['2027-01-01'], effective_to: [undefined] },
    ],
  ])('are read with %s', (_, file, expected) => {
    const { rows } = readRateFile(Buffer.from(file));
    expect(
      valuesOf(
        rows.map(({ rate }) => rate),
        expected,
      ),
    ).toEqual(expected);
  });

  it('are rejected if they name more than two places, or contradict themselves on fuel', () => {
    const faults = (row: string) =>
      readRateFile(Buffer.from(`Lane,Equip,Rate,Fuel,Eff\n${row},1/1/27\n`)).rows[0]?.faults[0]?.reason;
    expect(faults('"Reno, NV > Elko, NV > Boise, ID",Van,850,incl')).toMatch(/more than two places/);
    expect(faults('"Reno, NV > Elko, NV",Van,850 + FSC,incl')).toMatch(/contradicts the fuel "incl"/);
  });

  it.each(['table, 26% cap', 'plus $85 FSC', '+ 26% FSC, 28% from July'])(
    'are rejected if the figure of the fuel "%s" is not understood',
    (cell) => {
      const [row] = readRateFile(Buffer.from(`${head},Fuel,Eff\n${VAN},Van,850,"${cell}",1/1/27\n`)).rows;
      expect(row?.faults[0]?.reason).toMatch(/is not understood/);
    },
  );

  it('are rejected for an amount in words alone, whatever the type may be', () => {
    const [row] = readRateFile(Buffer.from(`${head},Eff\n${VAN},Van,call,1/1/27\n`)).rows;
    expect(row?.faults.map(({ reason }) => reason)).toEqual([expect.stringMatching(/is not an amount/)]);
  });

  it.each([
    'Linehaul $/load',
    'Base Rate ($/container)',
    'Line haul per trip',
    'Dray $ per move',
    'Cost/load',
  ])('are flat below "%s", without a warning', (header) => {
    const file = `Origin,Destination,Equip,${header},Fuel,Eff\n${VAN},Van,95,incl,1/1/27\n`;
    expect(readRateFile(Buffer.from(file)).rows[0]).toMatchObject({
      rate: { amount: 95, rate_type: 'flat' },
      warnings: [],
      faults: [],
    });
  });

  it('are rejected if fuel is added to a rate that has it inside', () => {
    const file = `Origin,Destination,Equip,Base,FSC,All-in,Eff\n${VAN},Van,900,28%,1100,1/1/27\n`;
    expect(readRateFile(Buffer.from(file)).rows[0]?.faults[0]?.reason).toMatch(
      /contradicts the header "All-in"/,
    );
    expect(readRateFile(Buffer.from(file), { 'All-in': 'ignore', Base: 'rate' }).rows[0]?.faults).toEqual([]);
  });

  it('without a first day fail, also if a title has another day', () => {
    expect(() => readRateFile(Buffer.from(`Printed 11/2/2026\n${head}\n${VAN},Van,850\n`))).toThrow(
      FileError,
    );
  });

  it.each([
    ['a column', `${head},Curr,Eff\n${VAN},Van,850,MXN,1/1/27\n`],
    ['a header', `Origin,Destination,Equip,Rate (CAD),Eff\n${VAN},Van,850.00,1/1/27\n`],
    ['a title', `All amounts in Canadian dollars\n${head},Eff\n${VAN},Van,850,1/1/27\n`],
  ])('are rejected if %s says another currency', (_, file) => {
    expect(readRateFile(Buffer.from(file)).rows[0]?.faults[0]?.reason).toMatch(/not in US dollars/);
  });
});

it('reads the price of a past quote by its cells', async () => {
  const file = `Date,Client,From,To,Equip,Numbers,Outcome\n9/1/2026,Alder,${VAN},Van,$960.00,Won\n`;
  const { rows } = await readQuoteFile(Buffer.from(file), {}, new Date('2026-11-28T12:00:00Z'));
  expect(rows[0]?.quote?.totalCents).toBe(96_000);
});

it.each([
  ['ja', 'won'],
  ['S\u00ed', 'won'],
  ['nein', 'lost'],
  ['Negotiation', 'open'],
])('reads the outcome "%s" of a past quote', async (cell, outcome) => {
  const file = `Date,Client,From,To,Equip,Total,Won?\n9/1/2026,Alder,${VAN},Van,960,${cell}\n`;
  const { rows } = await readQuoteFile(Buffer.from(file), {}, new Date('2026-11-28T12:00:00Z'));
  expect(rows[0]?.quote?.outcome).toBe(outcome);
});

it('reads outcomes that are marked in a column each', async () => {
  const head = 'Sent,Shipper,From,To,Equip,Total,Won,Lost';
  const row = (marks: string) => `4/14/2026,Alder,${VAN},Van,475,${marks}`;
  const file = `${head}\n${row('x,')}\n${row(',x')}\n${row(',')}\n`;
  const { rows } = await readQuoteFile(Buffer.from(file), {}, new Date('2026-11-28T12:00:00Z'));
  expect(rows.map(({ quote }) => quote?.outcome)).toEqual(['won', 'lost', 'open']);
});

it('says that contract rates without a customer are for all', () => {
  const { notes } = readRateFile(Buffer.from(`Origin,Destination,Equip,Rate,Eff\n${VAN},Van,850,1/1/27\n`));
  expect(notes).toEqual(['No column says the customer: the rates are for all customers.']);
});

describe('loads of a file', () => {
  const read = (file: string) => {
    const { table, rows, style } = readSheet(Buffer.from(file), LOAD_FILE, { bytes: 1e5, rows: 100 });
    return { table, loads: rows.map((row) => readLoadRow(row, { style, today: '2026-11-28' })) };
  };

  it('have the fuel inside if a title says so', () => {
    const { loads } = read(
      `Carrier pay, including fuel\nShip Date,From,To,Equip,Pay\n9/1/2026,${VAN},Van,960\n`,
    );
    expect(loads).toEqual([{ row: expect.objectContaining({ fuelIncluded: true }) }]);
  });

  it('have a rate and a word on fuel in columns with the same names, which their cells tell apart', () => {
    const { loads } = read(
      `Pulled On,Pick Up Location,To,Equip,Carrier Cost,Cost incl. fuel\n9/1/2026,${VAN},Van,960,true\n`,
    );
    expect(loads).toEqual([
      { row: expect.objectContaining({ date: '2026-09-01', rate: 960, fuelIncluded: true }) },
    ]);
  });

  it('have the fuel inside or apart as the amount says', () => {
    const file = (fuel: string) =>
      `Ship Date,From,To,Equip,Pay,Fuel Incl\n9/1/2026,${VAN},Van,$500 + fuel,${fuel}\n9/1/2026,${VAN},Van,"$1,620 all in",\n`;
    expect(read(file('')).loads).toMatchObject([
      { row: { rate: 500, fuelIncluded: false } },
      { row: { rate: 1620, fuelIncluded: true } },
    ]);
    expect(read(file('Y')).loads[0]).toMatchObject({ fault: { reason: 'contradicts "$500 + fuel"' } });
  });

  const priced = (header: string, ...amounts: readonly string[]) =>
    read(
      `Ship Date,From,To,Equip,${header}\n${amounts.map((row) => `9/1/2026,${VAN},Van,${row}\n`).join('')}`,
    );
  it.each(['Lnhl $', 'LHL', 'LnHl', 'Linhl', 'Line', 'Frt'])(
    'are paid "%s" where it makes up the total with the fuel',
    (header) => {
      const { loads } = priced(`${header},FSC,Acc,Total`, '605.00,127.05,,732.05', '740,155.77,75,970.77');
      expect(loads).toMatchObject([
        { row: { rate: 605, fuelIncluded: false } },
        { row: { rate: 740, fuelIncluded: false } },
      ]);
    },
  );

  it('have a note on what the total may include if nothing says the rate', () => {
    const notes = (header: string, row: string) => priced(header, row).table.notes;
    expect(notes('Frt,FSC,Acc,Total', '605.00,127.05,75.00,807.05')).toEqual([
      'The price was read from "Total", which may include "Frt", "Acc": name the rate without them in "columns".',
    ]);
    expect(notes('Customer Rate,Margin $,Total', '900.00,92.95,807.05')).toEqual([]);
  });

  it.each([
    ['Paid to carrier (w/ fuel)', true],
    ['Carrier Pay w/FSC', true],
    ['Linehaul with fuel', true],
    ['Carrier Pay w/o fuel', false],
  ])('say with "%s" whether fuel is inside', (header, fuelIncluded) => {
    expect(priced(header, '605').loads).toMatchObject([{ row: { rate: 605, fuelIncluded } }]);
  });

  it.each(['Line Haul', 'Linehaul', 'LH $', 'Carrier Line-haul', 'Lnhl cost'])(
    'are paid "%s" without fuel, with a note',
    (header) => {
      const { table, loads } = priced(header, '605');
      expect(loads).toMatchObject([{ row: { rate: 605, fuelIncluded: false } }]);
      expect(table.notes).toEqual([
        `"${header}" was read as without fuel, because nothing says that fuel is inside.`,
      ]);
    },
  );

  it('have the fuel inside the linehaul if a title says so', () => {
    const file = `All pay includes fuel\nShip Date,From,To,Equip,Linehaul\n9/1/2026,${VAN},Van,605\n`;
    expect(read(file).loads).toMatchObject([{ row: { fuelIncluded: true } }]);
  });

  it('have the number of the order rather than that of the container', () => {
    const { table } = read(
      `Cntr No,Order No,Ship Date,From,To,Equip,Pay\nTEMU6614420,D-1,9/1/2026,${VAN},40HC,605\n`,
    );
    expect(table.columns.slice(0, 2)).toEqual([
      { header: 'Cntr No', rival: 'load_number' },
      { header: 'Order No', as: 'load_number' },
    ]);
  });

  it('are picked up on the day of pickup, and not of the order', () => {
    const { loads } = read(`Order Date,PU Date,From,To,Equip,Pay\n8/1/2026,9/1/2026,${VAN},Van,960\n`);
    expect(loads).toEqual([{ row: expect.objectContaining({ date: '2026-09-01' }) }]);
  });

  it('have no equipment from headings, because they are read in parts', () => {
    expect(() => read(`Ship Date,From,To,Pay\nReefer,,,\n9/1/2026,${VAN},960\n`)).toThrow(
      /no column has equipment/,
    );
  });
});

it.each([
  ["53' dry van, no touch", ["53' dry van"]],
  ['DRY VAN LANES', ['DRY VAN']],
  ['40 HC / 20 GP containers', ['40 HC', '20 GP container']],
  ['Temp controlled, no flatbeds', ['Temp controlled']],
  ['Flat rates for 40 lanes, standard terms', []],
  ['2027 Truckload Bid', []],
])('finds the equipment in "%s"', (text, found) => {
  expect(equipmentIn(text)).toEqual(found);
});

it.each([
  ['Savannah, GA - Atlanta, GA', ['Savannah, GA', 'Atlanta, GA']],
  ['Savannah GA to Atlanta GA 30303', ['Savannah GA', 'Atlanta GA 30303']],
  ['1. Winston-Salem, NC -> Atlanta, GA', ['Winston-Salem, NC', 'Atlanta, GA']],
  ['30303-31401', ['30303', '31401']],
  ['Columbus, OH - Midwest', undefined],
  ['Alder - Birch', undefined],
])('reads both ends of "%s"', (text, ends) => {
  expect(splitLane(text, false)).toEqual(ends);
});
