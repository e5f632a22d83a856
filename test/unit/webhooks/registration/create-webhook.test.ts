import { describe, expect, it } from 'vitest';
import { KEY_REUSED } from '../../../../shared/accounts/idempotency/answer-once.ts';
import { MAX_WEBHOOKS } from '../../../../shared/webhooks/store/webhook.ts';
import { rejectionOf } from '../../../support/answer-parts.ts';
import { BODY, CALLER, dataOf, NOW, registrationUnderTest } from '../registration-under-test.ts';

describe('registering a webhook', () => {
  it('returns it with its secret, which is stored encrypted', async () => {
    const { create, store, secrets } = registrationUnderTest();

    const data = dataOf(await create());

    expect(data).toEqual({
      id: expect.stringMatching(/^wh_[0-9A-HJKMNP-TV-Z]{26}$/),
      ...BODY,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      enabled: true,
      livemode: false,
      createdAt: NOW.toISOString(),
      updatedAt: NOW.toISOString(),
      warnings: [],
    });
    const kept = await store.get(CALLER, data.id);
    expect(JSON.stringify(kept)).not.toContain(data.secret);
    const [sealed] = kept?.secrets ?? [];
    await expect(
      secrets.open({ ciphertext: sealed?.ciphertext ?? '' }, { ...CALLER, webhookId: data.id }),
    ).resolves.toBe(data.secret);
  });

  it('gives each webhook a unique id and secret, also for the same URL', async () => {
    const { create, list } = registrationUnderTest();
    const made = [dataOf(await create()), dataOf(await create())];

    expect(new Set(made.flatMap(({ id, secret }) => [id, secret])).size).toBe(4);
    expect(dataOf(await list(CALLER))).toHaveLength(2);
  });

  it('makes a disabled webhook on request', async () => {
    const data = dataOf(await registrationUnderTest().create({ ...BODY, enabled: false }));

    expect(data).toMatchObject({
      enabled: false,
      disabledReason: 'Disabled by its owner.',
      disabledAt: NOW.toISOString(),
    });
  });

  it('is live with a live key', async () => {
    const { create } = registrationUnderTest();
    expect(dataOf(await create(BODY, { ...CALLER, mode: 'live' }))).toMatchObject({ livemode: true });
  });

  it.each([
    ['http://receiver.example/hook', [expect.stringContaining('http')]],
    ['https://not-there.example/hook', [expect.stringContaining('not-there.example')]],
    [
      'http://not-there.example/hook',
      [expect.stringContaining('http'), expect.stringContaining('not-there.example')],
    ],
  ])('warns of %s', async (url, warnings) => {
    expect(dataOf(await registrationUnderTest().create({ ...BODY, url })).warnings).toEqual(warnings);
  });

  it('stores and returns the normalized URL', async () => {
    const { create, list } = registrationUnderTest();
    const url = 'HTTPS://Receiver.EXAMPLE.:443/a/../hooks#part';
    expect(dataOf(await create({ ...BODY, url })).url).toBe('https://receiver.example/hooks');
    expect(dataOf(await list(CALLER)).map((webhook) => webhook.url)).toEqual([
      'https://receiver.example/hooks',
    ]);
  });

  it.each([
    ['live', 50],
    ['test', 20],
  ] as const)('of a %s key rejects one after %d, and accepts one after a deletion', async (mode, most) => {
    const caller = { ...CALLER, mode };
    const { create, remove } = registrationUnderTest();
    const [first] = await Promise.all(
      Array.from({ length: most }, async () => dataOf(await create(BODY, caller))),
    );

    expect(rejectionOf(await create(BODY, caller))).toEqual({
      kind: 'invalid',
      message: expect.stringMatching(new RegExp(`${most} webhooks .*in ${mode} mode.*Delete one`)),
    });
    await remove(first?.id ?? '', caller);
    expect(dataOf(await create(BODY, caller)).enabled).toBe(true);
  });
});

describe('registering with an Idempotency-Key', () => {
  it('makes one webhook, and returns its secret only in the first response', async () => {
    const { createKeyed, list } = registrationUnderTest();

    const first = dataOf(await createKeyed('key'));
    const again = await createKeyed('key');

    const { secret, ...data } = first;
    if (!('replayed' in again)) throw new Error('not repeated');
    expect(JSON.parse(again.replayed)).toEqual({
      status: 'success',
      data: { ...data, warnings: [expect.stringContaining(`/v1/webhooks/${data.id}/rotate-secret`)] },
    });
    expect(again.replayed).not.toContain(secret);
    expect(dataOf(await list(CALLER))).toHaveLength(1);
  });

  it('makes one webhook for concurrent calls, of which one gets the secret', async () => {
    const { createKeyed, list } = registrationUnderTest();

    const answers = await Promise.all(Array.from({ length: 20 }, () => createKeyed('key')));

    expect(answers.filter((answer) => answer.ok && !('replayed' in answer))).toHaveLength(1);
    expect(answers.filter((answer) => 'replayed' in answer)).toHaveLength(19);
    expect(dataOf(await list(CALLER))).toHaveLength(1);
  });

  it('repeats the response of the call that reached the limit', async () => {
    const { create, createKeyed } = registrationUnderTest();
    for (let made = 1; made < MAX_WEBHOOKS.test; made++) await create();

    const answers = await Promise.all(Array.from({ length: 5 }, () => createKeyed('key')));

    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
    expect(rejectionOf(await createKeyed('another')).message).toContain('20 webhooks');
  });

  it('rejects another body, and does not store a rejection', async () => {
    const { createKeyed } = registrationUnderTest();
    expect(rejectionOf(await createKeyed('key', { ...BODY, events: [] })).kind).toBe('invalid');
    await createKeyed('key');

    expect(rejectionOf(await createKeyed('key', { ...BODY, events: ['rfp.created'] }))).toEqual(KEY_REUSED);
  });
});
