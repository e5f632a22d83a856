import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SearchDomainFacts } from '../../../../bin/freight/connection/search-domain.ts';
import { CommandFailedError } from '../../../../bin/freight/failures/command-errors.ts';
import type { IndexStatus } from '../../../../shared/terminals/indexing/index-status.ts';
import { commandLineUnderTest } from '../../../support/command-line-under-test.ts';

const DOMAIN: SearchDomainFacts = {
  name: 'freight-staging-search',
  health: 'green',
  engineVersion: 'OpenSearch_2.19',
  inProgress: [],
  dataNodes: 1,
  volumeGb: 10,
  software: { current: 'R20260901' },
  unknown: [],
};

const indexOf = (openTerminals: number, isCurrent = true): IndexStatus => ({
  alias: 'terminals',
  index: {
    name: 'terminals-000002',
    version: 'a1b2c3',
    isCurrent,
    openTerminals,
    documents: openTerminals + 1,
  },
  nodes: [{ name: 'node-1', usedBytes: 1_200_000_000, freeBytes: 8_800_000_000 }],
});

const CSV = `name,aliases,type,address,city,state,zip,latitude,longitude
Pier One,,marine,1 Dock St,Newark,NJ,07114,40.69,-74.15
Pier Two,,marine,2 Dock St,Newark,NJ,07114,40.69,-74.15
Pier Three,,marine,3 Dock St,Newark,NJ,07114,40.69,-74.15`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freight-search-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A service whose table has three terminals, one of them closed. */
async function serviceUnderTest() {
  const line = commandLineUnderTest();
  await writeFile(join(folder, 'terminals.csv'), CSV);
  await line.json('terminals', 'import', join(folder, 'terminals.csv'));
  await line.json('terminals', 'close', 'Pier Three');
  return line;
}

describe('freight search status', () => {
  it('prints what a domain reports, and compares its index with the table', async () => {
    const { freight, searchIndex } = await serviceUnderTest();
    searchIndex.giveDomain(DOMAIN, indexOf(2));

    const { exitCode, printed, complaints } = await freight('search', 'status');

    expect({ exitCode, complaints }).toEqual({ exitCode: 0, complaints: '' });
    expect(printed.split('\n')).toEqual([
      'Search            OpenSearch, freight-staging-search',
      'Health            green, 1 data node',
      'Engine version    OpenSearch_2.19',
      'Changes           none in progress',
      'Service software  R20260901, no update pending',
      'Storage           1.2 GB used, 8.8 GB free on 1 data node, volume size 10 GB',
      'Index             terminals -> terminals-000002, version a1b2c3 (current)',
      'Documents         3 terminals, 2 open',
      'Table             3 terminals, 2 open',
    ]);
  });

  it('prints a pending update, changes in progress, and what may not be asked', async () => {
    const { freight, searchIndex } = await serviceUnderTest();
    const update = { version: 'R20261101', status: 'ELIGIBLE', automaticallyOn: '2026-12-01T04:00:00.000Z' };
    const { health, ...asked } = DOMAIN;
    searchIndex.giveDomain(
      {
        ...asked,
        inProgress: ['Modifying'],
        software: { current: 'R20260901', update },
        unknown: ['DescribeDomainHealth: AccessDeniedException'],
      },
      indexOf(2),
    );

    const { exitCode, printed } = await freight('search', 'status');

    expect(exitCode).toBe(0);
    expect(printed).toContain('Health            unknown, 1 data node');
    expect(printed).toContain('Modifying in progress');
    expect(printed).toContain(
      'R20260901, update to R20261101 pending (ELIGIBLE, automatic from 2026-12-01T04:00:00.000Z)',
    );
    expect(printed).toContain('Rejected by AWS   DescribeDomainHealth: AccessDeniedException');
  });

  it('fails with a sentence when the counts stay different, after it has printed the status', async () => {
    const { freight, searchIndex } = await serviceUnderTest();
    searchIndex.giveDomain(DOMAIN, indexOf(1));

    const { exitCode, printed, complaints } = await freight('search', 'status', '--json');

    expect(exitCode).toBe(1);
    const { error } = JSON.parse(complaints);
    expect(error.message).toBe(
      'terminals-000002 has 1 open terminals and the table has 2: searches do not find what the table says. Run: freight terminals reindex.',
    );
    expect(JSON.parse(printed)).toMatchObject({
      engine: 'opensearch',
      domain: DOMAIN,
      index: indexOf(1),
      table: { terminals: 3, open: 2 },
      faults: [error.message],
    });
  });

  it('looks again at a difference, which a change on its way makes', async () => {
    const { freight, searchIndex } = await serviceUnderTest();
    searchIndex.giveDomain(DOMAIN, indexOf(1), indexOf(1), indexOf(2));
    expect((await freight('search', 'status')).exitCode).toBe(0);
  });

  it.each<[string, SearchDomainFacts, IndexStatus | Error, RegExp]>([
    ['a red domain', { ...DOMAIN, health: 'red' }, indexOf(2), /health of the search domain is red/],
    ['no index', DOMAIN, { alias: 'terminals', nodes: [] }, /No index is in service.+terminals reindex/],
    ['an index of other code', DOMAIN, indexOf(2, false), /built by code of another version/],
    ['a domain that does not answer', DOMAIN, new CommandFailedError('No answer.'), /^No answer\.$/],
  ])('fails with a sentence for %s', async (_, domain, state, sentence) => {
    const { freight, searchIndex } = await serviceUnderTest();
    searchIndex.giveDomain(domain, state);

    const { exitCode, printed, complaints } = await freight('search', 'status');

    expect(exitCode).toBe(1);
    expect(printed).toContain('Search            OpenSearch');
    expect(complaints).toMatch(sentence);
  });

  it('prints the embedded search where there is no domain', async () => {
    const { freight } = await serviceUnderTest();

    const { exitCode, printed } = await freight('search', 'status');

    expect(exitCode).toBe(0);
    expect(printed.split('\n')).toEqual([
      'Search    embedded (in memory of each function)',
      expect.stringMatching(/^Snapshot {2}version \d+, 3 terminals$/),
      'Table     3 terminals, 2 open',
    ]);
  });

  it('fails when the snapshot has another number of terminals than the table', async () => {
    const { freight, terminals } = await serviceUnderTest();
    const [record] = await terminals.ports.store.all();
    if (record === undefined) throw new Error('no terminal');
    const more = { ...record, id: 'pier-four', name: 'Pier Four', revision: 1 };
    expect(await terminals.ports.store.add(more)).toBe('added');

    const { exitCode, complaints } = await freight('search', 'status');

    expect(exitCode).toBe(1);
    expect(complaints).toContain('has 3 terminals and the table has 4');
  });
});
