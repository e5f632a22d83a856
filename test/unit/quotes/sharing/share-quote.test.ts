import { describe, expect, it } from 'vitest';
import { answerOnceUseCase } from '../../../../shared/accounts/idempotency/answer-once.ts';
import { createQuoteIds } from '../../../../shared/quotes/record/quote-id.ts';
import { openSharedSheetUseCase } from '../../../../shared/quotes/sharing/open-shared-sheet.ts';
import { readShareUseCase } from '../../../../shared/quotes/sharing/read-share.ts';
import { revokeShareUseCase } from '../../../../shared/quotes/sharing/revoke-share.ts';
import { shareQuoteUseCase } from '../../../../shared/quotes/sharing/share-quote.ts';
import { createInMemoryShareLinks } from '../../../support/in-memory-share-links.ts';
import { createInMemoryAnswers } from '../../accounts/idempotency/in-memory-idempotency-store.ts';

const CALLER = { orgId: 'org_1', mode: 'test' } as const;
const STRANGER = { orgId: 'org_2', mode: 'test' } as const;
const DAY_MS = 86_400_000;
const START = new Date('2026-11-23T12:00:00.000Z');
const quoteId = createQuoteIds()(START);

/** The use cases on links in memory, with a clock. */
function sharingUnderTest() {
  const clock = { now: START };
  const now = () => clock.now;
  const answers = createInMemoryAnswers();
  const quotes = new Set([`org_1 test ${quoteId}`]);
  const links = createInMemoryShareLinks(
    ({ orgId, mode }, id) => quotes.has(`${orgId} ${mode} ${id}`),
    answers,
  );
  const ports = { links, answers, environment: 'dev', now, publicUrl: 'https://api.example.com' };
  const share = shareQuoteUseCase(ports);
  const answerOnce = answerOnceUseCase({ store: answers, operation: 'share-quote', now });
  const rendered: string[] = [];
  const openIn = (environment: string) =>
    openSharedSheetUseCase({
      ...ports,
      environment,
      renderSheet: async (_, id, format) => {
        rendered.push(`${id} ${format}`);
        if (quotes.size === 0) return 'no-quote';
        return { ok: true, body: { contentType: 'text/html', text: 'sheet' } };
      },
    });
  const open = async (token: string, environment = 'dev') => {
    const answer = await openIn(environment)({ token, query: {}, accept: undefined });
    if (!answer.ok) throw new Error('The format was rejected.');
    return answer.body.status ?? answer.body.text;
  };
  return {
    ...{ clock, quotes, rendered, share, open, openIn, links },
    read: readShareUseCase(ports),
    revoke: revokeShareUseCase(links),
    shareOnce: (key: string, body?: unknown) =>
      answerOnce({ caller: CALLER, headers: { 'idempotency-key': key }, body }, (keyed) =>
        share(quoteId, CALLER, body, keyed),
      ),
    token: async (body?: unknown) => {
      const answer = await share(quoteId, CALLER, body);
      if (!answer.ok || !('body' in answer)) throw new Error('The quote was not shared.');
      return answer.body.url?.split('/').at(-1) ?? '';
    },
  };
}
const rejected = (code: string) => ({ ok: false, rejection: { kind: 'not-found', code } });

describe('a share link', () => {
  it.each([
    [undefined, 14],
    [{}, 14],
    [{ expires_in_days: null }, 14],
    [{ expires_in_days: 1 }, 1],
    [{ expires_in_days: 90 }, 90],
  ])('with the body %j works for %d days', async (body, days) => {
    const { clock, token, open, read } = sharingUnderTest();
    const link = await token(body);
    clock.now = new Date(START.getTime() + days * DAY_MS - 1);
    expect(await open(link)).toBe('sheet');
    expect(await read(quoteId, CALLER)).toMatchObject({ ok: true, body: { views: 1 } });
    clock.now = new Date(START.getTime() + days * DAY_MS);
    expect(await open(link)).toBe(404);
    expect(await read(quoteId, CALLER)).toMatchObject(rejected('SHARE_LINK_NOT_FOUND'));
  });

  it('has its address only in the answer of its creation', async () => {
    const { share, read } = sharingUnderTest();
    expect(await share(quoteId, CALLER)).toMatchObject({
      body: {
        ...{ quote_id: quoteId, created_at: START.toISOString(), views: 0 },
        url: expect.stringMatching(/^https:\/\/api\.example\.com\/shared-quotes\/[\w-]+$/),
      },
    });
    expect(await read(quoteId, CALLER)).toEqual({
      ok: true,
      body: {
        ...{ quote_id: quoteId, created_at: START.toISOString(), views: 0 },
        expires_at: '2026-12-07T12:00:00.000Z',
      },
    });
  });

  it('is replaced by the next one, whose views start at 0', async () => {
    const { token, open, read } = sharingUnderTest();
    const first = await token();
    expect([await open(first), await open(first)]).toEqual(['sheet', 'sheet']);
    const second = await token();
    expect([await open(first), await open(second)]).toEqual([404, 'sheet']);
    expect(await read(quoteId, CALLER)).toMatchObject({
      body: { views: 1, last_viewed_at: START.toISOString() },
    });
  });

  it('does not work after its revocation, and an expired one can be revoked', async () => {
    const { clock, token, open, revoke } = sharingUnderTest();
    const link = await token();
    expect(await revoke(quoteId, CALLER)).toEqual({ ok: true, body: { quote_id: quoteId, deleted: true } });
    expect(await open(link)).toBe(404);
    expect(await revoke(quoteId, CALLER)).toMatchObject(rejected('SHARE_LINK_NOT_FOUND'));
    await token();
    clock.now = new Date(START.getTime() + 15 * DAY_MS);
    expect(await revoke(quoteId, CALLER)).toMatchObject({ ok: true });
  });

  it('of another environment reads nothing', async () => {
    const { token, open, read, rendered } = sharingUnderTest();
    expect(await open(await token(), 'prod')).toBe(404);
    expect(await read(quoteId, CALLER)).toMatchObject({ body: { views: 0 } });
    expect(rendered).toEqual([]);
  });

  it('of a quote that is deleted between view and read is missing', async () => {
    const { token, open, quotes, rendered } = sharingUnderTest();
    const link = await token();
    quotes.clear();
    expect(await open(link)).toBe(404);
    expect(rendered).toEqual([`${quoteId} html`]);
  });

  it('with an unknown format is rejected before its view is counted', async () => {
    const { token, openIn, read } = sharingUnderTest();
    const link = await token();
    expect(await openIn('dev')({ token: link, query: { format: 'doc' }, accept: undefined })).toMatchObject({
      ok: false,
      rejection: { kind: 'invalid' },
    });
    expect(await read(quoteId, CALLER)).toMatchObject({ body: { views: 0 } });
  });

  it('belongs to quotes of the caller', async () => {
    const { share, read, revoke } = sharingUnderTest();
    await share(quoteId, CALLER);
    for (const [id, caller] of [
      [quoteId, STRANGER],
      [quoteId, { ...CALLER, mode: 'live' }],
      ['Q-1', CALLER],
    ] as const) {
      expect(await share(id, caller)).toMatchObject(rejected('QUOTE_NOT_FOUND'));
      expect(await read(id, caller)).toMatchObject(rejected('QUOTE_NOT_FOUND'));
      expect(await revoke(id, caller)).toMatchObject(rejected('QUOTE_NOT_FOUND'));
    }
    expect(await read(quoteId, CALLER)).toMatchObject({ ok: true });
  });

  it.each([
    [{ expires_in_days: 0 }, ['expires_in_days']],
    [{ expires_in_days: 91 }, ['expires_in_days']],
    [{ expires_in_days: 1.5 }, ['expires_in_days']],
    [{ expires_in_days: '7' }, ['expires_in_days']],
    [{ expires_in_days: 'x', days: 1 }, ['expires_in_days', 'days']],
    [[], ['body']],
    [null, ['body']],
    ['7', ['body']],
  ])('is not created with the body %j', async (body, fields) => {
    const { share, read } = sharingUnderTest();
    expect(await share(quoteId, CALLER, body)).toMatchObject({
      rejection: { kind: 'invalid', details: { errors: fields.map((field) => ({ field })) } },
    });
    expect(await read(quoteId, CALLER)).toMatchObject(rejected('SHARE_LINK_NOT_FOUND'));
  });

  it('is created once for an Idempotency-Key, and its repetition has no address', async () => {
    const { shareOnce, links } = sharingUnderTest();
    const first = await shareOnce('a');
    const stored = await links.read(CALLER, quoteId);
    const second = await shareOnce('a');
    expect(first).toMatchObject({ ok: true, body: { url: expect.any(String) } });
    if (!second.ok || !('replayed' in second)) throw new Error('The answer was not replayed.');
    expect(JSON.parse(second.replayed)).toEqual({
      ...{ quote_id: quoteId, created_at: START.toISOString(), views: 0 },
      expires_at: '2026-12-07T12:00:00.000Z',
    });
    expect(await links.read(CALLER, quoteId)).toEqual(stored);
    expect(await shareOnce('a', { expires_in_days: 2 })).toMatchObject({
      rejection: { code: 'IDEMPOTENCY_CONFLICT' },
    });
  });

  it('is created by one of two concurrent calls with the same Idempotency-Key', async () => {
    const { shareOnce, open } = sharingUnderTest();
    const answers = await Promise.all([shareOnce('a'), shareOnce('a')]);
    const created = answers.flatMap((answer) =>
      answer.ok && 'body' in answer ? [answer.body.url ?? ''] : [],
    );
    expect(created).toHaveLength(1);
    expect(answers.filter((answer) => 'replayed' in answer)).toHaveLength(1);
    expect(await open(created[0]?.split('/').at(-1) ?? '')).toBe('sheet');
  });
});
