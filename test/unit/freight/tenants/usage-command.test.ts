import { describe, expect, it } from 'vitest';
import { commandLineUnderTest } from '../../../support/command-line-under-test.ts';

/** It is March 2026; the organization called in both modes. */
function acme(facts: { billing?: boolean; usageLimit?: number; quoteLimit?: number } = {}) {
  const test = commandLineUnderTest();
  test.usage.setOrganization('org_1', { billing: true, usageLimit: 500, ...facts });
  test.usage.setUsed('org_1', 'test', '2026-03', 12);
  test.usage.setUsed('org_1', 'test', '2026-01', 7);
  test.usage.setUsed('org_1', 'live', '2024-06', 3);
  test.usage.setQuotes('org_1', 'test', '2026-03', 4);
  test.usage.setQuotes('org_1', 'test', '2026-02', 9);
  return test;
}

describe('freight usage', () => {
  it('prints both modes as JSON', async () => {
    await expect(acme().json('usage', 'org_1')).resolves.toEqual({
      orgId: 'org_1',
      period: '2026-03',
      limit: 500,
      resetsAt: '2026-04-01T00:00:00.000Z',
      billing: true,
      test: {
        used: 12,
        remaining: 488,
        history: [
          { period: '2026-03', used: 12 },
          { period: '2026-01', used: 7 },
        ],
        quotes: {
          used: 4,
          limit: null,
          remaining: null,
          history: [
            { period: '2026-03', used: 4 },
            { period: '2026-02', used: 9 },
          ],
        },
      },
      live: {
        used: 0,
        remaining: 500,
        history: [],
        quotes: { used: 0, limit: null, remaining: null, history: [] },
      },
    });
  });

  it('prints one mode, over the months that are asked for', async () => {
    const usage = await acme().json('usage', 'org_1', '--mode', 'live', '--months', '36');

    expect(usage.live.history).toEqual([{ period: '2024-06', used: 3 }]);
    expect(usage).not.toHaveProperty('test');
  });

  it('prints it for people, and that billing information is missing', async () => {
    const { freight } = acme({ billing: false, usageLimit: 10, quoteLimit: 6 });

    const { printed } = await freight('usage', 'org_1', '--mode', 'test');

    expect(printed.split('\n')).toEqual([
      'org_1  test calls',
      '2026-03  12 of 10 used, 0 left; resets 2026-04-01T00:00:00.000Z',
      '2026-01  7',
      'org_1  test quotes',
      '2026-03  4 of 6 created, 2 left',
      '2026-02  9',
      'No billing information: rates and quotes are rejected.',
    ]);
  });

  it('knows no organization that is not there', async () => {
    await expect(acme().freight('usage', 'org_nobody')).resolves.toMatchObject({
      exitCode: 1,
      complaints: 'There is no organization org_nobody.',
    });
  });

  it.each([
    ['--mode', 'demo'],
    ['--months', '0'],
    ['--months', '37'],
    ['--months', 'all'],
  ])('does not understand %s %s', async (option, value) => {
    const { exitCode, complaints } = await acme().freight('usage', 'org_1', option, value);

    expect(exitCode).toBe(2);
    expect(complaints).toContain(option);
  });
});
