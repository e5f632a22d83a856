import { describe, expect, it } from '@jest/globals';
import { commandLineUnderTest } from '../../../support/command-line-under-test.ts';

const ACME = { orgId: 'org_acme', mode: 'test' } as const;
const OTHER = { orgId: 'org_other', mode: 'live' } as const;
const WRONG = {
  level: 'day',
  period: '2026-03-17',
  part: 83,
  partition: 'c',
  stored: 2,
  counted: 1,
} as const;

describe('freight quotes recount', () => {
  it('says that all is right, for everyone or for one organization in both modes', async () => {
    const { freight, json, recounts } = commandLineUnderTest();
    recounts.set(ACME, { quotes: 3, differences: [] });
    recounts.set(OTHER, { quotes: 2, differences: [] });

    await expect(freight('quotes', 'recount')).resolves.toEqual({
      exitCode: 0,
      printed:
        'org_acme test: 3 quotes, 0 differences\norg_other live: 2 quotes, 0 differences\nAll counts are correct.',
      complaints: '',
    });
    await expect(json('quotes', 'recount', 'org_acme')).resolves.toEqual({
      fixed: false,
      accounts: [
        { ...ACME, quotes: 3, differences: [] },
        { ...ACME, mode: 'live', quotes: 0, differences: [] },
      ],
    });
  });

  it('shows what differs and changes nothing, without --fix', async () => {
    const { freight, json, recounts } = commandLineUnderTest();
    recounts.set(ACME, { quotes: 1, differences: [WRONG] });

    for (const _time of ['first', 'second']) {
      const { printed } = await freight('quotes', 'recount');
      expect(printed.split('\n')).toEqual([
        'org_acme test: 1 quotes, 1 differences',
        '  day 2026-03-17, part 83, converted: 2 stored, 1 counted',
        'No counts were changed. Run the command with --fix to correct them.',
      ]);
    }
    await expect(json('quotes', 'recount', '--fix')).resolves.toEqual({
      fixed: true,
      accounts: [{ ...ACME, quotes: 1, differences: [WRONG] }],
    });
    await expect(freight('quotes', 'recount')).resolves.toMatchObject({
      printed: expect.stringContaining('All counts are correct.'),
    });
  });

  it('shows no more than a screenful of differences', async () => {
    const { freight, recounts } = commandLineUnderTest();
    recounts.set(ACME, {
      quotes: 1,
      differences: Array.from({ length: 70 }, () => ({ ...WRONG, partition: '7' })),
    });

    const { printed } = await freight('quotes', 'recount', 'org_acme');

    expect(printed).toContain('open, valid 7 days');
    expect(printed).toContain('... and 20 more');
    expect(printed.split('\n').length).toBeLessThan(60);
  });
});
