import { describe, expect, it } from '@jest/globals';
import { usd } from '../../../../shared/costs/model/cents.ts';
import { CsvReader } from '../../../../shared/platform/csv/csv-rows.ts';
import { readLaneFile } from '../../../../shared/rfps/files/read-lane-rows.ts';
import { readLane } from '../../../../shared/rfps/lanes/read-lane.ts';
import { readResultsUseCase } from '../../../../shared/rfps/listing/read-results.ts';
import { CALLER } from '../../quotes/quoting.ts';
import { storedRfp } from '../stored-rfp.ts';
import { DRAFTS, expectedLane, portsOf, RESULTS, RFP } from './priced-rfp.ts';

const read = (query: Readonly<Record<string, string>> = {}, ports = portsOf(), id: string = RFP.rfpId) =>
  readResultsUseCase(ports)(id, query, CALLER);

const fileOf = async (...given: Parameters<typeof read>) => {
  const answer = await read(...given);
  if (!answer.ok) throw new Error(JSON.stringify(answer.rejection));
  return { text: answer.body, headers: answer.headers };
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

  it('of more than 1,000 lanes, or of more bytes than a response has, is rejected', async () => {
    const read: number[] = [];
    const large = portsOf({ rfp: { ...RFP, lanes: 1_001 } }, read);
    const tooLarge = { rejection: { kind: 'conflict', message: expect.stringContaining('too large') } };
    expect(await readResultsUseCase(large)(RFP.rfpId, {}, CALLER)).toMatchObject(tooLarge);
    expect(read).toEqual([]);

    // Quotation marks are doubled in the file, and escaped in the response.
    const cells = ['"'.repeat(2_000)];
    const wide = (lanes: number): ReturnType<typeof portsOf> => {
      const ports = portsOf({ rfp: { ...RFP, lanes, columns: ['Note'] } });
      const lane = { draft: { ...first(DRAFTS), cells }, result: first(RESULTS) };
      const all = async (...[, , , indexes]: Parameters<typeof ports.rfps.lanes>) =>
        new Map(indexes.map((index) => [index, lane]));
      return { ...ports, rfps: { ...ports.rfps, lanes: all } };
    };
    expect(await readResultsUseCase(wide(1_000))(RFP.rfpId, {}, CALLER)).toMatchObject(tooLarge);
    expect(await readResultsUseCase(wide(500))(RFP.rfpId, {}, CALLER)).toMatchObject({ ok: true });
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
