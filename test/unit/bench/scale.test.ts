import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { costOfMillion, totalOf } from '../../bench/capacity/cost.ts';
import { loadAt, MIX } from '../../bench/capacity/load.ts';
import { type Measured, type MeasuredOperation, middle } from '../../bench/capacity/measured-operation.ts';
import { PAGES, withTables } from '../../bench/capacity/scale-tables.ts';

const read = (path: string) => readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');

const TABLES = Object.values(PAGES).flat();

const OPERATION: MeasuredOperation = {
  name: 'an event',
  isCall: false,
  readUnits: 2,
  writeUnits: 4,
  writesBy: { deliveries: 3, 'deliveries by-look': 1 },
  queueRequests: 1,
  keyRequests: 0,
  logBytes: 374,
  outBytes: 0,
  runs: { 'dispatch-event': { count: 1, ms: 9.5 } },
};

describe('the cost of a million', () => {
  it('is what was measured times the price of each', () => {
    const cost = costOfMillion(OPERATION);
    expect(cost).toEqual({
      gateway: 0,
      // One run of half a gigabyte for 10 whole milliseconds.
      functions: expect.closeTo(0.2 + 1_000_000 * 0.01 * 0.5 * 0.0000133334, 9),
      tables: expect.closeTo(2 * 0.125 + 4 * 0.625, 9),
      // Sent by the function, received and deleted by Lambda.
      queues: expect.closeTo(3 * 0.4, 9),
      keys: 0,
      logs: expect.closeTo(((374 + 700) / 1024 ** 3) * 1_000_000 * 0.5, 9),
      out: 0,
    });
    expect(totalOf(cost)).toBeCloseTo(4.72, 2);
  });

  it('has the gateway and the answer on its way, where it is a call', () => {
    const cost = costOfMillion({ ...OPERATION, isCall: true, outBytes: 324, runs: {} });
    expect(cost.gateway).toBe(3.5);
    expect(cost.out).toBeCloseTo((1_024 * 1_000_000 * 0.09) / 1024 ** 3, 9);
  });

  it('fails for an unknown function', () => {
    expect(() => costOfMillion({ ...OPERATION, runs: { 'unknown-function': { count: 1, ms: 1 } } })).toThrow(
      'no function unknown-function',
    );
  });
});

describe('the middle of several', () => {
  it('is one that happened', () => {
    expect(middle([3, 1, 2])).toBe(2);
    expect(middle([4, 1, 2, 3])).toBe(2);
  });
});

describe('docs/explanation/cost-of-calls.md and scale.md', () => {
  const measuredBefore = async () => JSON.parse(await read('test/bench/capacity/measured.json')) as Measured;

  it('has the tables that follow from what was measured: npm run bench -- capacity --renew', async () => {
    expect(Object.values(PAGES).flat()).toEqual(['measured', 'writes', 'costs', 'loads']);
    for (const [name, tables] of Object.entries(PAGES)) {
      const page = await read(`docs/explanation/${name}`);
      expect(withTables(page, tables, await measuredBefore())).toBe(page);
    }
  });

  it('is about a mix of all calls', () => {
    expect(Object.values(MIX).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
  });

  it('counts every load as so many times the default one', async () => {
    const measured = await measuredBefore();
    const [one, hundred] = [loadAt(1, measured), loadAt(100, measured)];
    expect(hundred.usdPerMonth).toBeCloseTo(100 * one.usdPerMonth, 3);
    expect(hundred.functionsAtOnce).toBeCloseTo(100 * one.functionsAtOnce, 6);
    expect(one.callsPerSecond).toBe(16.67);
  });

  it('keeps what stands between its tables, also where they were empty', () => {
    const places = TABLES.map((name) => `<!-- ${name} -->\n<!-- end -->\n\n${name}?`);
    const measured: Measured = {
      day: '2026-11-21',
      operations: [...Object.keys(MIX), 'event, delivered alone'].map((name) => ({
        ...OPERATION,
        name,
      })),
    };
    const made = withTables(places.join('\n\n'), TABLES, measured);
    expect(made.match(/^\w+\?$/gm)).toEqual(['measured?', 'writes?', 'costs?', 'loads?']);
    expect(made.match(/^\| an? .*|^\| one \|.*/gm)).toHaveLength(3);
    expect(withTables(made, TABLES, measured)).toBe(made);
  });

  it('rejects a document without a place for a table', async () => {
    expect(() => withTables('nothing', TABLES, { day: '2026-11-21', operations: [] })).toThrow(
      'no place for the table',
    );
  });
});
