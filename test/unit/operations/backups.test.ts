import { describe, expect, it } from '@jest/globals';
import { verifyBackups } from '../../../shared/operations/backups/verify-backups.ts';
import { commandLineUnderTest } from '../../support/command-line-under-test.ts';
import { createInMemoryBackups } from '../../support/in-memory-backups.ts';
import { Crash } from '../../support/provisioning-under-test.ts';

function verification() {
  let time = Date.parse('2026-03-01T12:00:00.000Z');
  const now = () => new Date(time);
  const backups = createInMemoryBackups(now);
  const lines: string[] = [];
  const parts = {
    backups: backups.port,
    now,
    pause: async (ms: number) => {
      time += ms;
    },
    notify: (line: string) => void lines.push(line),
    isInterrupted: () => false,
  };
  const request = { tables: backups.port.tables, tolerancePercent: 5 };
  return { backups, parts, request, lines };
}

describe('backup verification', () => {
  it('restores to the latest time of all tables, compares counts and deletes the restored tables', async () => {
    const { backups, parts, request } = verification();

    const result = await verifyBackups(parts, request);

    expect(result).toEqual({
      outcome: 'verified',
      at: '2026-03-01T11:53:20.000Z',
      restoreSeconds: 105,
      tables: [
        { table: 'quotes', restored: 240, expected: 240, differences: [], passed: true },
        { table: 'usage', restored: 12, expected: 12, differences: [], passed: true },
        { table: 'market', restored: 60, expected: 60, differences: [], passed: true },
      ],
      leftoverTables: [],
    });
    expect(backups.restored.size).toBe(0);
  });

  it('accepts rows within the tolerance, lists differences by owner, and fails if more rows are missing', async () => {
    const { backups, parts, request } = verification();
    backups.live.get('quotes')?.set('org_b quote', 50);

    expect(await verifyBackups(parts, request)).toMatchObject({
      tables: [
        {
          restored: 240,
          expected: 250,
          passed: true,
          differences: [{ rows: 'org_b quote', restored: 40, expected: 50 }],
        },
        {},
        {},
      ],
    });
    backups.live.get('quotes')?.set('org_b quote', 60);
    expect(await verifyBackups(parts, request)).toMatchObject({ tables: [{ passed: false }, {}, {}] });
    backups.backedUp.set('usage', new Map());
    expect(await verifyBackups(parts, { ...request, tolerancePercent: 100 })).toMatchObject({
      tables: [{ passed: true }, { passed: false }, {}],
    });
  });

  it('rejects a table without backups, and leftover tables', async () => {
    const { backups, parts, request } = verification();
    backups.without.add('usage');
    expect(await verifyBackups(parts, request)).toEqual({ outcome: 'without-backups', tables: ['usage'] });

    backups.without.clear();
    await backups.port.restore('market', new Date(), 'earlier');
    expect(await verifyBackups(parts, request)).toMatchObject({ outcome: 'leftover-tables' });
    expect(backups.restored.size).toBe(1);
  });

  it.each(['restore', 'isReady', 'count'] as const)('deletes its tables where %s fails', async (call) => {
    const { backups, parts, request } = verification();
    let calls = 0;
    const failing = async (): Promise<never> => {
      throw new Crash();
    };
    const port = {
      ...parts.backups,
      [call]: (...args: [string, Date & string, string]) =>
        ++calls === 2 ? failing() : (parts.backups[call] as (...all: unknown[]) => Promise<unknown>)(...args),
    };

    await expect(verifyBackups({ ...parts, backups: port }, request)).rejects.toThrow(Crash);
    expect(calls).toBeGreaterThanOrEqual(2);
    expect(backups.restored.size).toBe(0);
  });

  it('deletes its tables after an interruption, and reports those that it could not delete', async () => {
    const { backups, parts, request } = verification();
    expect(await verifyBackups({ ...parts, isInterrupted: () => true }, request)).toEqual({
      ...{ outcome: 'interrupted', leftoverTables: [] },
    });
    expect(backups.restored.size).toBe(0);
    backups.stuck.add('usage');

    expect(await verifyBackups(parts, request)).toMatchObject({
      outcome: 'verified',
      leftoverTables: ['freight-dev-verify-20260301120000-usage'],
    });
    expect(backups.restored.size).toBe(1);
  });
});

describe('freight backup', () => {
  const dev = ['--environment', 'dev'];

  it('verifies, reports each table, and deletes leftover tables', async () => {
    const { freight, json, backups } = commandLineUnderTest();
    const passed = await freight(...dev, 'backup', 'verify');
    expect(passed.printed).toMatch(/quotes +240 +240 +true/);
    backups.backedUp.get('usage')?.clear();
    const { exitCode, printed, complaints } = await freight(...dev, 'backup', 'verify');
    expect(exitCode).toBe(1);
    expect(printed).toMatch(/usage +0 +12 +false/);
    expect(complaints).toContain('Verification failed for usage: rows are missing.');
    expect((await freight(...dev, 'backup', 'verify', '--tables', 'market')).exitCode).toBe(0);

    await backups.port.restore('usage', new Date(), 'earlier');
    expect((await freight(...dev, 'backup', 'verify')).complaints).toContain('freight backup clean');
    expect((await freight(...dev, 'backup', 'clean')).printed).toBe('Deleted 1 restored tables.');
    await expect(json(...dev, 'backup', 'clean')).resolves.toEqual({ deleted: 0, left: [] });
  });

  it.each([
    [['backup', 'verify'], 1, 'Name a deployment'],
    [[...dev, 'backup', 'verify', '--at', 'yesterday'], 2, 'such as 2026-11-20T08:00:00Z'],
    [[...dev, 'backup', 'verify', '--tables', 'quotes,nothing'], 2, 'Unknown table "nothing"'],
    [[...dev, 'backup', 'verify', '--tolerance', '101'], 2, 'from 0 to 100'],
  ])('rejects %j', async (args, exitCode, words) => {
    const outcome = await commandLineUnderTest().freight(...args);

    expect(outcome.exitCode).toBe(exitCode);
    expect(outcome.complaints).toContain(words);
  });
});
