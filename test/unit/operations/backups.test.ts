import { describe, expect, it } from '@jest/globals';
import { commandLineUnderTest } from '../../support/command-line-under-test.ts';
import { Crash } from '../../support/provisioning-under-test.ts';

const dev = ['--environment', 'dev'];
const VERIFY = [...dev, 'backup', 'verify'];

describe('freight backup', () => {
  it('restores to the latest time of all tables, compares counts and deletes the restored tables', async () => {
    const { freight, backups, provisioning } = commandLineUnderTest();
    const latest = new Date(provisioning.now().getTime() - 400_000).toISOString();

    const { exitCode, printed, complaints } = await freight(...VERIFY, '--json');

    expect({ exitCode, ...JSON.parse(printed) }).toEqual({
      exitCode: 0,
      at: latest,
      restoreSeconds: expect.any(Number),
      tables: [
        { table: 'quotes', restored: 240, expected: 240, passed: true },
        { table: 'usage', restored: 12, expected: 12, passed: true },
        { table: 'market', restored: 60, expected: 60, passed: true },
      ],
      leftoverTables: [],
      passed: true,
    });
    expect(complaints).toContain(`Restoring 3 tables as of ${latest}`);
    expect(backups.restored.size).toBe(0);
  });

  it('accepts rows within the tolerance, and fails if more rows are missing, or all', async () => {
    const { freight, backups } = commandLineUnderTest();
    backups.live.set('quotes', 250);
    expect((await freight(...VERIFY)).printed).toMatch(/quotes +240 +250 +true/);

    backups.live.set('quotes', 260);
    const { exitCode, printed, complaints } = await freight(...VERIFY);
    expect(exitCode).toBe(1);
    expect(printed).toMatch(/quotes +240 +260 +false/);
    expect(complaints).toContain('Verification failed for quotes: rows are missing.');
    expect((await freight(...VERIFY, '--tables', 'market')).exitCode).toBe(0);

    backups.backedUp.set('usage', 0);
    expect((await freight(...VERIFY, '--tolerance', '100')).complaints).toContain('failed for usage: rows');
  });

  it('rejects a table without backups, a time outside of the backups, and leftover tables', async () => {
    const { freight, json, backups } = commandLineUnderTest();
    backups.without.add('usage');
    expect((await freight(...VERIFY)).complaints).toContain('recovery is off for usage.');
    backups.without.clear();
    const early = await freight(...VERIFY, '--at', '2020-01-01T00:00:00Z');
    expect(early.complaints).toContain('The tables can be restored to a time from ');

    await backups.port.restore('market', new Date(), 'earlier');
    expect((await freight(...VERIFY)).complaints).toContain('freight backup clean');
    expect(backups.restored.size).toBe(1);
    expect((await freight(...dev, 'backup', 'clean')).printed).toMatch(/^deleted +1\nleft +-$/);
    await expect(json(...dev, 'backup', 'clean')).resolves.toEqual({ deleted: 0, left: [] });
  });

  it.each(['restore', 'isReady', 'count'] as const)('deletes its tables where %s fails', async (call) => {
    const { freight, backups } = commandLineUnderTest();
    const works = backups.port[call] as (...all: unknown[]) => Promise<unknown>;
    let calls = 0;
    const failing = async (...args: unknown[]) => {
      calls += 1;
      if (calls === 2) throw new Crash();
      return works(...args);
    };
    Object.assign(backups.port, { [call]: failing });

    expect((await freight(...VERIFY)).exitCode).toBe(1);
    expect(calls).toBeGreaterThanOrEqual(2);
    expect(backups.restored.size).toBe(0);
  });

  it('deletes its tables after an interruption, and reports those that it could not delete', async () => {
    const { freight, backups, stop } = commandLineUnderTest();
    backups.stuck.add('usage');
    const left = await freight(...VERIFY, '--json');
    expect(left.exitCode).toBe(1);
    expect(JSON.parse(left.printed)).toMatchObject({
      passed: true,
      leftoverTables: [...backups.restored.keys()],
    });
    expect(left.complaints).toMatch(/Not deleted: freight-dev-verify-\d{14}-usage\./);
    expect(backups.restored.size).toBe(1);

    backups.stuck.clear();
    backups.restored.clear();
    stop();
    expect((await freight(...VERIFY)).complaints).toContain('The verification was interrupted');
    expect(backups.restored.size).toBe(0);
  });

  it.each([
    [['backup', 'verify'], 1, 'Name a deployment'],
    [[...VERIFY, '--at', 'yesterday'], 2, 'such as 2026-11-20T08:00:00Z'],
    [[...VERIFY, '--tables', 'quotes,nothing'], 2, 'Use one or more of: '],
    [[...VERIFY, '--tolerance', '101'], 2, 'from 0 to 100'],
  ])('rejects %j', async (args, exitCode, words) => {
    const outcome = await commandLineUnderTest().freight(...args);

    expect(outcome.exitCode).toBe(exitCode);
    expect(outcome.complaints).toContain(words);
  });
});
