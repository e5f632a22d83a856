import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  readSnapshot,
  unpackTerminals,
} from '../../../shared/terminals/snapshots/dynamodb-snapshot-store.ts';
import { commandLineUnderTest } from '../../support/command-line-under-test.ts';

const HEADER = 'name,aliases,type,address,city,state,zip,latitude,longitude';
const PIER = 'Pier Nine,P9|Ninth,marine,"1 Dock St, Gate ""B""",Newark,NJ,07114,40.69,-74.15';
const RAMP = 'Plains Ramp,,rail,,Elwood,IL,60421,41.41,-88.11';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freight-terminals-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function file(content: string | Uint8Array): Promise<string> {
  const path = join(folder, 'terminals.csv');
  await writeFile(path, content);
  return path;
}

const fileOf = (...rows: string[]) => file([HEADER, ...rows].join('\n'));

async function withBoth() {
  const test = commandLineUnderTest();
  await test.json('terminals', 'import', await fileOf(PIER, RAMP));
  return test;
}

describe('freight terminals import', () => {
  it('adds what is new, with every field', async () => {
    const { json } = commandLineUnderTest();

    const result = await json('terminals', 'import', await fileOf(PIER, RAMP));

    expect(result).toEqual({ added: 2, updated: 0, unchanged: 0, snapshot: 1 });
    expect(await json('terminals', 'show', 'pier nine')).toMatchObject({
      name: 'Pier Nine',
      aliases: ['P9', 'Ninth'],
      address: '1 Dock St, Gate "B"',
      zip: '07114',
      latitude: 40.69,
      longitude: -74.15,
      precision: 'facility',
      status: 'open',
      origin: 'operator',
      revision: 1,
    });
  });

  it('takes what a terminal handles, its port and its gate hours, and reads what it exported for spreadsheets', async () => {
    const { freight, json } = commandLineUnderTest();
    const header = 'name,type,city,state,zip,latitude,longitude,services,principal,port,hours,firmsCodes';
    const place = 'marine,Newark,NJ,07114,40.69,-74.15';
    const row = `Pier Nine,${place},Container|ro-ro|container,true,USNYC,Mo-Fr 07:00-17:00; PH off,E416|F577`;
    await json('terminals', 'import', await file(`${header}\n${row}\n`));
    const facts = {
      services: ['container', 'ro-ro'],
      principal: true,
      port: 'USNYC',
      hours: 'Mo-Fr 07:00-17:00; PH off',
      firmsCodes: ['E416', 'F577'],
    };

    expect(await json('terminals', 'show', 'Pier Nine')).toMatchObject(facts);
    const exported = (await freight('terminals', 'export')).printed;
    expect(exported).toContain('container|ro-ro,true,USNYC,Mo-Fr 07:00-17:00; PH off');
    const edited = await file(`\ufeff${exported.replaceAll('\n', '\r\n')}\r\n`);
    expect(await json('terminals', 'import', edited)).toMatchObject({ unchanged: 1 });
    const emptied = `Pier Nine,${place},,false,,,`;
    expect(await json('terminals', 'import', await file(`${header}\n${emptied}\n`))).toMatchObject({
      updated: 1,
    });
    expect(await json('terminals', 'show', 'Pier Nine')).toMatchObject({
      services: [],
      principal: false,
      port: '',
    });
  });

  it.each([
    ['principal', 'maybe', 'principal must be one of true, false'],
    ['hours', '8 to 5', 'hours must be opening hours such as'],
    ['firmsCodes', 'W18', 'firmsCodes must have 4'],
  ])('rejects %s "%s"', async (column, cell, fault) => {
    const { freight } = commandLineUnderTest();
    const path = await file(`${HEADER},${column}\n${RAMP},${cell}\n`);

    expect((await freight('terminals', 'import', path)).complaints).toContain(fault);
  });

  it.each([
    [
      'swapped coordinates',
      ['X,,rail,,Elwood,IL,60421,-88.11,41.41'],
      /row 2: latitude and longitude are swapped/,
    ],
    ['an unknown ZIP', ['X,,rail,,Elwood,IL,60000,41.41,-88.11'], /row 2: zip 60000 is unknown/],
    ['a ZIP of another state', ['X,,rail,,Elwood,IL,90731,41.41,-88.11'], /row 2: zip 90731 is not in IL/],
    ['no state', ['X,,rail,,Elwood,XX,60421,41.41,-88.11'], /row 2: state must be/],
    [
      'names that differ in case',
      [RAMP, RAMP.replace('Plains', 'PLAINS')],
      /row 3: .*differs from "Plains Ramp" in row 2 only in case/,
    ],
  ])('rejects %s, and writes no row of the file', async (_case, rows, message) => {
    const { freight, terminals } = commandLineUnderTest();

    const { exitCode, printed, complaints } = await freight(
      'terminals',
      'import',
      await fileOf(...rows, 'Good,,rail,,Elwood,IL,60421,41.41,-88.11'),
    );

    expect({ exitCode, printed }).toEqual({ exitCode: 1, printed: '' });
    expect(complaints).toMatch(message);
    expect(complaints).toContain('Nothing was imported');
    expect(await terminals.store.all()).toEqual([]);
  });

  it('rejects control characters, and texts that are too long before they are normalized', async () => {
    const marks = '\u0327\u0301'.repeat(4_500);
    const row = (name: string, city: string) => `${name},,rail,,${city},IL,60421,41.41,-88.11`;

    const { complaints } = await commandLineUnderTest().freight(
      'terminals',
      'import',
      await fileOf(row('"A\nB"', 'Elwood'), row('C', 'El\u0007wood'), row('D', marks)),
    );

    expect(complaints).toMatch(/row 2: name must not have control characters/);
    expect(complaints).toMatch(/row 3: city must not have control characters/);
    expect(complaints).toMatch(/row 4: city must be at most 300 characters/);
  });

  it('rejects a name that differs only in case from a current or former name', async () => {
    const { freight, json } = await withBoth();
    await json('terminals', 'rename', 'Plains Ramp', 'Prairie Ramp');

    const { complaints } = await freight(
      'terminals',
      'import',
      await fileOf(PIER.replace('Pier Nine', 'PIER NINE'), RAMP),
    );

    expect(complaints).toMatch(/row 2: .*differs from "Pier Nine" in the service only in case/);
    expect(complaints).toMatch(/row 3: name "Plains Ramp" is a former name of "Prairie Ramp"/);
  });

  it.each([
    ['a header that lacks columns', 'name,city\nA,B', /lacks type, state, zip, latitude, longitude/],
    ['a column twice', `${HEADER},zip\n${PIER},07114`, /a column twice/],
  ])('rejects a file of %s', async (_case, content, message) => {
    const { exitCode, complaints } = await commandLineUnderTest().freight(
      'terminals',
      'import',
      await file(content),
    );

    expect(exitCode).toBe(1);
    expect(complaints).toMatch(message);
  });
});

describe('freight terminals', () => {
  it('renames, once, and keeps the old name', async () => {
    const { json, terminals } = await withBoth();

    const first = await json('terminals', 'rename', 'pier nine', 'Pier Ten');
    const again = await json('terminals', 'rename', 'pier nine', 'Pier Ten');

    expect(first).toMatchObject({ name: 'Pier Ten', changed: true, revision: 2, snapshot: 2 });
    expect(first.formerNames).toEqual([{ name: 'Pier Nine', until: '2026-03-01T12:00:00.000Z' }]);
    expect(again).toMatchObject({ name: 'Pier Ten', changed: false, revision: 2, snapshot: 2 });
    expect(unpackTerminals(readSnapshot(await terminals.snapshots.read()))).toContainEqual(
      expect.objectContaining({ name: 'Pier Ten', formerNames: ['Pier Nine'] }),
    );
  });

  it('publishes what an interrupted command left unpublished', async () => {
    const { json, terminals } = await withBoth();
    const record = await terminals.store.find('Pier Nine');
    if (record === undefined) throw new Error('not imported');
    await terminals.store.replace({ ...record, status: 'closed', revision: 2 });

    expect(await json('terminals', 'close', 'Pier Nine')).toMatchObject({ changed: false, snapshot: 2 });
  });

  it.each([
    [
      ['rename', 'Pier Nine', 'plains ramp'],
      /"plains ramp" is or was the name of another terminal, "Plains Ramp"/,
    ],
    [['rename', 'Pier Nine', ' '], /New name must not be empty/],
  ])('%j is rejected', async (args, message) => {
    const { freight } = await withBoth();

    const { exitCode, complaints } = await freight('terminals', ...args);

    expect(exitCode).toBe(1);
    expect(complaints).toMatch(message);
  });
});
