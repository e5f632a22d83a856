import { describe, expect, it } from 'vitest';
import { usd } from '../../../../shared/costs/model/cents.ts';
import { CsvReader } from '../../../../shared/platform/csv/csv-rows.ts';
import { readLaneFile } from '../../../../shared/rfps/files/read-lane-rows.ts';
import { rfpResultsKey } from '../../../../shared/rfps/files/rfp-file-key.ts';
import { readLane } from '../../../../shared/rfps/lanes/read-lane.ts';
import { type ReadResultsPorts, readResultsUseCase } from '../../../../shared/rfps/listing/read-results.ts';
import type { ResultsContent } from '../../../../shared/rfps/record/results-requests.ts';
import { CALLER } from '../../quotes/quoting-under-test.ts';
import { storedRfp } from '../stored-rfp.ts';
import { DRAFTS, expectedLane, portsOf, RESULTS, RFP } from './priced-rfp.ts';

type ReadRfps = Pick<ReadResultsPorts, 'rfps' | 'strategies'>;

/** A bucket with objects at some keys, and the requests for others. */
function bucketOf(...keys: readonly string[]) {
  const requested: ResultsContent[] = [];
  const ports: Omit<ReadResultsPorts, keyof ReadRfps> = {
    requests: {
      request: async (_account, _rfpId, { version, termsRevision }) =>
        void requested.push({ version, termsRevision }),
    },
    objects: { tagOf: async (key) => (keys.includes(key) ? 'tag' : undefined) },
    signed: { get: async (key, { seconds }) => `https://bucket/${key}?seconds=${seconds}` },
    now: () => new Date('2026-10-07T17:00:00Z'),
  };
  return { ports, requested };
}

const read = (
  query: Readonly<Record<string, string>> = {},
  ports: ReadRfps = portsOf(),
  id: string = RFP.rfpId,
  bucket = bucketOf(),
) => readResultsUseCase({ ...ports, ...bucket.ports })(id, query, CALLER);

const fileOf = async (...given: Parameters<typeof read>) => {
  const answer = await read(...given);
  if (!answer.ok) throw new Error(JSON.stringify(answer.rejection));
  if (!('csv' in answer.body)) throw new Error(JSON.stringify(answer.body));
  return { text: answer.body.csv, headers: answer.headers };
};

/** Rows by the names of the columns. */
function rowsOf(text: string): readonly Readonly<Record<string, string>>[] {
  const reader = new CsvReader();
  const [header, ...rows] = [...reader.read(text), ...reader.end()].map(({ cells }) => cells);
  return rows.map((cells) => Object.fromEntries((header ?? []).map((name, at) => [name, cells[at] ?? ''])));
}

describe('the file of results', () => {
  it.each([1, 2])(
    'of version %i has the lanes in order, with the input and the prices of the version',
    async (version) => {
      const { text, headers } = await fileOf({ version: String(version) });
      expect(headers).toEqual({ 'Content-Disposition': `attachment; filename="${RFP.rfpId}-results.csv"` });
      const rows = rowsOf(text);
      expect(rows).toHaveLength(DRAFTS.length);
      for (const [index, row] of rows.entries()) {
        const { draft, price, summary, terms } = expectedLane(index, { version });
        expect(row).toMatchObject({
          lane_id: draft.laneId,
          origin: draft.origin,
          destination: draft.destination,
          equipment_type: 'container_40',
          weekly_volume: String(draft.weeklyVolume ?? ''),
          status: price.result.status,
          total_rate: price.price === undefined ? '' : String(usd(price.price.totalCents)),
          weekly_spend: price.price === undefined ? '' : String(usd(summary.weeklyCents)),
          outcome: terms.outcome ?? '',
          outcome_reason: terms.reason ?? '',
          excluded: terms.excluded ? 'yes' : '',
        });
      }
      expect(text.split('\r\n')[0]).toMatch(
        /^lane_id,origin,destination,equipment_type,weekly_volume,special_requirements,status,/,
      );
    },
  );

  it('has the columns and cells of the file of lanes', async () => {
    const ports = portsOf({ rfp: { ...RFP, columns: ['Origin Port', 'Note', '=SUM(A1)'] } });
    const withCells: typeof ports = {
      ...ports,
      rfps: {
        ...ports.rfps,
        lanes: async (...given) => {
          const lanes = await ports.rfps.lanes(...given);
          const cellsOf = (index: number) => [`Port ${index}`, 'a "note", with\nbreaks'];
          return new Map(
            [...lanes].map(([index, { draft, result }]) => [
              index,
              { draft: { ...draft, cells: cellsOf(index) }, result },
            ]),
          );
        },
      },
    };
    const { text } = await fileOf({}, withCells);
    expect(text.startsWith("Origin Port,Note,'=SUM(A1),status,")).toBe(true);
    const rows = rowsOf(text);
    expect(rows).toHaveLength(DRAFTS.length);
    for (const [index, row] of rows.entries()) {
      expect(row).toMatchObject({
        ...{ 'Origin Port': `Port ${index}`, Note: 'a "note", with\nbreaks', '=SUM(A1)': '' },
        status: expectedLane(index, RFP).summary.status,
      });
    }
  });

  it('of more than 1,000 lanes, or of more bytes than a response has, is requested', async () => {
    const indexes: number[] = [];
    const large = portsOf({ rfp: { ...RFP, lanes: 1_001 } }, indexes);
    const written = {
      rejection: { kind: 'conflict', code: 'RFP_NOT_READY', message: expect.stringContaining('written') },
      headers: { 'Retry-After': '3' },
    };
    const bucket = bucketOf();
    expect(await read({}, large, RFP.rfpId, bucket)).toMatchObject(written);
    expect(await read({ version: '1' }, large, RFP.rfpId, bucket)).toMatchObject(written);
    expect(bucket.requested).toEqual([
      { version: 2, termsRevision: 1 },
      { version: 1, termsRevision: 0 },
    ]);
    expect(indexes).toEqual([]);

    // Quotation marks are doubled in the file, and escaped in the response.
    const cells = ['"'.repeat(2_000)];
    const wide = (lanes: number): ReturnType<typeof portsOf> => {
      const ports = portsOf({ rfp: { ...RFP, lanes, columns: ['Note'] } });
      const lane = { draft: { ...first(DRAFTS), cells }, result: first(RESULTS) };
      const all = async (...[, , , indexes]: Parameters<typeof ports.rfps.lanes>) =>
        new Map(indexes.map((index) => [index, lane]));
      return { ...ports, rfps: { ...ports.rfps, lanes: all } };
    };
    expect(await read({}, wide(1_000))).toMatchObject(written);
    expect(await read({}, wide(500))).toMatchObject({ ok: true, body: { csv: expect.any(String) } });
  });

  it('of more than 1,000 lanes has an address that expires, once it is written with the current terms', async () => {
    const key = rfpResultsKey(CALLER, RFP.rfpId, RFP);
    const bucket = bucketOf(key);
    const rfp = { ...RFP, lanes: 1_001 };
    const url = `https://bucket/${key}?seconds=300`;
    expect(await read({}, portsOf({ rfp }), RFP.rfpId, bucket)).toEqual({
      ok: true,
      body: { location: url },
    });
    expect(await read({ redirect: 'false' }, portsOf({ rfp }), RFP.rfpId, bucket)).toEqual({
      ok: true,
      body: { json: { file: { url, expires_at: '2026-10-07T17:05:00.000Z' } } },
    });
    expect(bucket.requested).toEqual([]);

    const changed = { ...rfp, termsRevision: 2 };
    expect(await read({}, portsOf({ rfp: changed }), RFP.rfpId, bucket)).toMatchObject({ ok: false });
    expect(bucket.requested).toEqual([{ version: 2, termsRevision: 2 }]);
  });

  it('of more than 1,000 lanes is not requested while lanes are priced', async () => {
    const bucket = bucketOf();
    const rfp = { ...RFP, lanes: 1_001, remaining: 1 };
    const answer = await read({}, portsOf({ rfp }), RFP.rfpId, bucket);
    expect(answer).toMatchObject({ rejection: { code: 'RFP_NOT_READY', details: { status: 'pricing' } } });
    expect(answer).not.toHaveProperty('headers');
    expect(bucket.requested).toEqual([]);
  });

  it('guards cells that a spreadsheet would run', async () => {
    const { text } = await fileOf();
    expect(text).toContain("\r\n'=1+1,");
    expect(text).not.toMatch(/(^|[,\n])"?=/);
  });

  it('can be read as a file of lanes, which gives the same lanes', async () => {
    const { rows } = readLaneFile(Buffer.from((await fileOf()).text));
    const lanes = rows.map(({ item }) => readLane(item, { equipment: 'container_20', requirements: [] }));
    expect(lanes).toEqual(DRAFTS);
  });

  it.each([
    { state: 'open', remaining: 1 },
    { state: 'awaiting_upload', remaining: 0 },
    { state: 'failed', remaining: 0 },
  ] as const)('does not exist while the state is $state with $remaining chunks to price', async (changed) => {
    const rfp = { ...RFP, ...changed };
    expect(await read({}, portsOf({ rfp }))).toMatchObject({
      rejection: { kind: 'conflict', code: 'RFP_NOT_READY', details: { rfp_id: RFP.rfpId } },
    });
  });

  it('of an earlier version exists while the next one is priced, and that of an awarded RFP', async () => {
    const rfp = { ...RFP, remaining: 2 };
    expect(await fileOf({ version: '1' }, portsOf({ rfp }))).toEqual(await fileOf({ version: '1' }));
    expect(await fileOf({}, portsOf({ rfp: { ...RFP, state: 'awarded' } }))).toEqual(await fileOf());
  });

  it('is not found for other ids, other accounts and deleted RFPs; unknown versions are rejected', async () => {
    const notFound = { rejection: { kind: 'not-found', code: 'RFP_NOT_FOUND' } };
    expect(await read({}, portsOf(), storedRfp({}).rfpId)).toMatchObject(notFound);
    expect(await read({}, portsOf(), 'R-1')).toMatchObject(notFound);
    expect(await read({}, portsOf({ erased: true }))).toMatchObject(notFound);
    for (const version of ['0', '3', 'x']) {
      expect(await read({ version })).toMatchObject({
        rejection: { kind: 'invalid', details: { errors: [{ field: 'version' }] } },
      });
    }
  });
});

function first<Value>([value]: readonly Value[]): Value {
  if (value === undefined) throw new Error('empty');
  return value;
}
