import { describe, expect, it } from 'vitest';
import { createQuoteIds } from '../../../../shared/quotes/record/quote-id.ts';
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

async function withOrganization() {
  const line = commandLineUnderTest();
  const { orgId } = await line.json('org', 'create', '--name', 'Acme');
  return { ...line, ours: { orgId: orgId as string, mode: 'test' } as const };
}

describe('freight quotes recount', () => {
  it('says that all is right, for everyone or for one organization in both modes', async () => {
    const { freight, json, recounts, ours } = await withOrganization();
    recounts.set(ours, { quotes: 3, differences: [] });
    recounts.set(OTHER, { quotes: 2, differences: [] });

    await expect(freight('quotes', 'recount')).resolves.toEqual({
      exitCode: 0,
      printed: `${ours.orgId} test: 3 quotes, 0 differences\norg_other live: 2 quotes, 0 differences\nAll counts are correct.`,
      complaints: '',
    });
    await expect(json('quotes', 'recount', ours.orgId)).resolves.toEqual({
      fixed: false,
      accounts: [
        { ...ours, quotes: 3, differences: [] },
        { ...ours, mode: 'live', quotes: 0, differences: [] },
      ],
    });
  });

  it('fails for an organization that does not exist, and does not say that its counts are correct', async () => {
    const { freight } = await withOrganization();

    for (const fix of [[], ['--fix']]) {
      await expect(freight('quotes', 'recount', 'org_typo', ...fix)).resolves.toMatchObject({
        exitCode: 1,
        printed: '',
        complaints: expect.stringContaining('There is no organization org_typo.'),
      });
    }
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
    const { freight, recounts, ours } = await withOrganization();
    recounts.set(ours, {
      quotes: 1,
      differences: Array.from({ length: 70 }, () => ({ ...WRONG, partition: '7', customer: 'Acme' })),
    });

    const { printed } = await freight('quotes', 'recount', ours.orgId);

    expect(printed).toContain('undecided, valid 7 days of customer Acme');
    expect(printed).toContain('... and 20 more');
    expect(printed.split('\n').length).toBeLessThan(60);
  });
});

describe('freight quotes copy', () => {
  const nextId = createQuoteIds();
  const [first, second, unknown] = [new Date(1), new Date(2), new Date(3)].map(nextId) as [
    never,
    never,
    never,
  ];
  const FROM = ['--from', 'restored'] as const;

  it('copies quotes of either mode and corrects the counts of their accounts', async () => {
    const { freight, json, recounts, quoteCopies, ours } = await withOrganization();
    for (const account of [ours, OTHER]) recounts.set(account, { quotes: 1, differences: [WRONG] });
    quoteCopies.put('restored', ours, first);
    quoteCopies.put('restored', { ...ours, mode: 'live' }, second);

    await expect(json('quotes', 'copy', ours.orgId, first, second, ...FROM)).resolves.toEqual({
      orgId: ours.orgId,
      quotes: [
        { quoteId: first, mode: 'test', outcome: 'copied' },
        { quoteId: second, mode: 'live', outcome: 'copied' },
      ],
    });
    await expect(recounts.recount(ours, false)).resolves.toEqual({ quotes: 1, differences: [] });
    await expect(recounts.recount(OTHER, false)).resolves.toEqual({ quotes: 1, differences: [WRONG] });
    await expect(freight('quotes', 'copy', ours.orgId, first, ...FROM)).resolves.toEqual({
      exitCode: 0,
      printed: `${first}: the service has it; nothing was changed`,
      complaints: '',
    });
  });

  it('fails if a quote is not in the restored table, after it copied the others', async () => {
    const { freight, quoteCopies, ours } = await withOrganization();
    quoteCopies.put('restored', ours, first);
    await expect(freight('quotes', 'copy', ours.orgId, unknown, first, ...FROM)).resolves.toEqual({
      exitCode: 1,
      printed: `${unknown}: not found in the restored table\n${first}: copied; the counts were corrected`,
      complaints: '1 of 2 quotes were not found in restored.',
    });
  });

  it('rejects a text that is not a quote id before it copies', async () => {
    const { freight, quoteCopies, ours } = await withOrganization();
    quoteCopies.put('restored', ours, first);
    await expect(freight('quotes', 'copy', ours.orgId, first, 'Q-1', ...FROM)).resolves.toMatchObject({
      exitCode: 2,
      complaints: 'Q-1 is not a quote id.',
    });
    await expect(quoteCopies.copy(ours, first, 'restored')).resolves.toBe('copied');
  });

  it('copies nothing for an organization that does not exist', async () => {
    const { freight, quoteCopies } = commandLineUnderTest();
    quoteCopies.put('restored', ACME, first);

    await expect(freight('quotes', 'copy', 'org_acme', first, ...FROM)).resolves.toEqual({
      exitCode: 1,
      printed: '',
      complaints: 'There is no organization org_acme.',
    });
    await expect(quoteCopies.copy(ACME, first, 'restored')).resolves.toBe('copied');
  });

  it('copies nothing for an organization that is being erased', async () => {
    const { freight, json, quoteCopies, provisioning, ours } = await withOrganization();
    const { orgId } = ours;
    quoteCopies.put('restored', ours, first);
    await json('org', 'suspend', orgId);
    await provisioning.organizations.beginErasure(orgId, provisioning.now().toISOString());

    await expect(freight('quotes', 'copy', orgId, first, ...FROM)).resolves.toMatchObject({
      exitCode: 1,
      complaints: expect.stringContaining(`${orgId} is being erased`),
    });
    await expect(quoteCopies.copy(ours, first, 'restored')).resolves.toBe('copied');
  });
});
