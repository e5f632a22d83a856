import { expect, it } from '@jest/globals';
import { readRateFile } from '../../../shared/contracts/files/read-rate-file.ts';
import { createEmbeddedGeocoder } from '../../../shared/geography/places/embedded-geocoder.ts';
import { resolveEnds } from '../../../shared/market/importing/place-load.ts';
import { LOAD_FILE, readLoadRow } from '../../../shared/market/importing/read-load-row.ts';
import { readLaneFile } from '../../../shared/rfps/files/read-lane-rows.ts';
import { lanesOfFile } from '../../../shared/rfps/uploads/read-rfp-file.ts';
import { readSheet } from '../../../shared/sheets/read-sheet.ts';
import { withTerminals } from '../../../shared/sheets/terminal-meant.ts';
import { loadTerminals } from '../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../../shared/terminals/search/embedded-terminal-directory.ts';

const sources = { places: createEmbeddedGeocoder(), terminals: buildEmbeddedDirectory(loadTerminals()) };

/** The origin of the only row of a file of each kind. */
const originsBelow = (header: string, cell: string) => {
  const [lane] = readLaneFile(Buffer.from(`${header},To,Size\n${cell},"Akron, OH",40HC\n`)).rows;
  const [draft] = lanesOfFile(lane ? [lane] : [], { equipment: 'container_40', requirements: [] }, sources);
  const [rate] = readRateFile(
    Buffer.from(`${header},To,Size,Rate,Eff\n${cell},"Akron, OH",40HC,850,1/1/27\n`),
  ).rows;
  const sheet = readSheet(
    Buffer.from(`${header},To,Size,Pay,Date\n${cell},"Akron, OH",40HC,850,9/1/26\n`),
    LOAD_FILE,
    { bytes: 1e5, rows: 100 },
  );
  const reading = { style: sheet.style, today: '2026-11-28' };
  const load = sheet.rows.map((row) => readLoadRow(row, reading)).find((read) => 'row' in read)?.row;
  const ends = load && resolveEnds(sources, load, load.bare, load.ofTerminals);
  const found = ends && 'origin' in ends ? ends.origin : undefined;
  return {
    rfp: draft?.origin,
    contract: rate && withTerminals(sources, rate.rate, rate.ofTerminals).item.origin,
    load: found?.kind === 'terminal' ? found.terminal.name : (found?.place.city ?? cell),
  };
};

it.each([
  ['Terminal', 'Seagirt', 'Seagirt Marine Terminal'],
  ['Port', 'Conley', 'Conley Container Terminal'],
  ['Pier', 'Red Hook', 'Red Hook Container Terminal'],
  ['From terminal', 'Blount Island', 'SSA Jacksonville Container Terminal'],
  ['Port/Ramp', 'Dundalk', 'Dundalk Marine Terminal'],
  ['Origin Terminal', 'Barbours Cut', 'Barbours Cut Container Terminal'],
  ['Ramp', 'Austell', 'NS Austell'],
  ['Rail Ramp', 'Elwood', 'BNSF Logistics Park Chicago'],
  ['Terminal', 'Garden City', 'Garden City Terminal'],
  ['Port', 'Bayport', 'Bayport Container Terminal'],
  ['Ramp', 'Rutherford', 'NS Rutherford'],
  ['Terminal', 'Fairburn', 'CSX Fairburn'],
])('below "%s", "%s" is a terminal', (header, cell, terminal) => {
  expect(originsBelow(header, cell)).toEqual({ rfp: terminal, contract: terminal, load: terminal });
});

it.each([
  ['Terminal', 'Norfolk', 'Norfolk'],
  ['Terminal', 'Houston', 'Houston'],
  ['Ramp', 'Memphis', 'Memphis'],
  ['Terminal', 'Bayonne', 'Bayonne'],
  ['Port', 'Savannah', 'Port of Savannah'],
  ['Terminal / Port', 'Savannah', 'Savannah'],
])('below "%s", "%s" stays a port or town', (header, cell, text) => {
  const { rfp, contract, load } = originsBelow(header, cell);
  expect([rfp, contract, load]).toEqual([text, text, cell]);
});

it('below "Terminal", a town of several states is the port of its name', () => {
  expect(originsBelow('Terminal', 'Charleston')).toMatchObject({
    rfp: 'Port of Charleston',
    contract: 'Port of Charleston',
  });
});

it('below "Terminal", a name without a state is none that lacks it', () => {
  const file = 'Terminal,Dir,City,ST,Size\nSavannah,Export,Macon,GA,40HC\nBayport,Import,Katy,TX,40HC\n';
  const lanes = lanesOfFile(
    readLaneFile(Buffer.from(file)).rows,
    { equipment: 'container_40', requirements: [] },
    sources,
  );
  expect(lanes).toMatchObject([
    { origin: 'Macon, GA', destination: 'Savannah', errors: [] },
    { origin: 'Bayport Container Terminal', destination: 'Katy, TX', errors: [] },
  ]);
});

it('below other headers, the name of a town is that town', () => {
  expect(originsBelow('From', 'Conley')).toEqual({ rfp: 'Conley', contract: 'Conley', load: 'Conley' });
});

it('says which terminal was read', () => {
  const { rows } = readLaneFile(Buffer.from('Terminal,To,Size\nSeagirt,"York, PA",40HC\n'));
  const [lane] = lanesOfFile(rows, { equipment: 'container_40', requirements: [] }, sources);
  expect(lane?.warnings).toEqual([
    { field: 'origin', message: '"Seagirt" was read as the terminal Seagirt Marine Terminal.' },
  ]);
});

it.each([
  ['Springfield', 'Decatur, IL'],
  ['Albany', 'Atlanta, GA'],
  ['Taylor', 'Austin, TX'],
])('below "Ramp", "%s" is no terminal far from %s', (origin, destination) => {
  expect(resolveEnds(sources, { origin, destination }, [], ['origin'])).toHaveProperty('fault');
});
