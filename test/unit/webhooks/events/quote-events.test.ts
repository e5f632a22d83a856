import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { quoteEventsOf } from '../../../../functions/publish-quote-events/quote-events.ts';
import { createQuoteIds } from '../../../../shared/quotes/record/quote-id.ts';

const MADE_AT = new Date('2026-10-07T17:00:00.123Z');
const quoteId = createQuoteIds()(MADE_AT);
const S = (text: string) => ({ S: text });

const HEAD = {
  pk: S(`org_1#live#${quoteId}`),
  sk: S('quote'),
  orgId: S('org_1'),
  mode: S('live'),
  quoteId: S(quoteId),
  expiryDay: S('2026-10-14'),
  validityDays: { N: '7' },
  strategyVersion: { N: '1' },
  totalCents: { N: '123456' },
  currency: S('USD'),
  origin: S('Long Beach, CA'),
  destination: S('Phoenix, AZ'),
  event: S(JSON.stringify({ quoteNumber: quoteId, status: 'pending', more: [1] })),
  writtenBy: S('w1'),
  expiry: S('expires#2026-10-14#01'),
};

const record = (
  eventName: DynamoDBRecord['eventName'],
  dynamodb: Omit<NonNullable<DynamoDBRecord['dynamodb']>, 'Keys'>,
  keys = { pk: HEAD.pk, sk: HEAD.sk },
) => ({ eventName, dynamodb: { Keys: keys, SequenceNumber: '1', ...dynamodb } }) as DynamoDBRecord;

const modified = (before: object, after: object) =>
  quoteEventsOf(record('MODIFY', { OldImage: { ...HEAD, ...before }, NewImage: { ...HEAD, ...after } }));

const CONVERTED = { convertedAt: S('2026-10-08T09:30:00.456Z') };
const ANNOUNCED = { announcedAt: S('2026-10-15T00:05:00.789Z') };

describe('the events of a change of the quotes table', () => {
  it('are none for an imported quote, whose later changes are events', () => {
    const imported = { imported: { BOOL: true } };
    expect(quoteEventsOf(record('INSERT', { NewImage: { ...HEAD, ...imported } }))).toEqual([]);
    expect(modified(imported, { ...imported, ...CONVERTED })).toMatchObject([{ event: 'quote.updated' }]);
  });

  it('have ids of their own after the quote was restored from a backup', () => {
    const restored = { restoredAt: S('2026-10-08T10:00:00.000Z') };
    const again = { restoredAt: S('2026-10-09T10:00:00.000Z') };
    const deleted = (more: object) =>
      quoteEventsOf(
        record('REMOVE', { OldImage: { ...HEAD, ...more }, ApproximateCreationDateTime: 1_791_500_000 }),
      );
    const ids = [{}, restored, again].map((more) => deleted(more)[0]?.id);

    expect(new Set(ids).size).toBe(3);
    expect(deleted(restored)[0]?.id).toBe(ids[1]);
  });

  it('is quote.created for a new quote, with the creation time in its id', () => {
    expect(quoteEventsOf(record('INSERT', { NewImage: HEAD }))).toEqual([
      {
        orgId: 'org_1',
        id: expect.stringMatching(/^evt_/),
        event: 'quote.created',
        created: MADE_AT.toISOString(),
        livemode: true,
        object: { quoteNumber: quoteId, status: 'pending', more: [1] },
      },
    ]);
  });

  it('is quote.updated if a quote was converted, or its expiry announced', () => {
    expect(modified({}, CONVERTED)).toMatchObject([
      {
        event: 'quote.updated',
        created: CONVERTED.convertedAt.S,
        object: { status: 'converted', more: [1] },
      },
    ]);
    expect(modified({}, ANNOUNCED)).toMatchObject([
      { event: 'quote.updated', created: ANNOUNCED.announcedAt.S, object: { status: 'expired' } },
    ]);
  });

  it('is quote.deleted with the last state, at the time of the change', () => {
    const removed = { OldImage: { ...HEAD, ...CONVERTED }, ApproximateCreationDateTime: 1_791_450_000 };

    expect(quoteEventsOf(record('REMOVE', removed))).toMatchObject([
      {
        event: 'quote.deleted',
        created: '2026-10-08T09:00:00.000Z',
        object: { quoteNumber: quoteId, status: 'deleted' },
      },
    ]);
  });

  it('is the same for a record that the AWS CLI read', () => {
    const printed: object = { OldImage: HEAD, ApproximateCreationDateTime: '2026-10-08T09:00:00+00:00' };
    const handed = { OldImage: HEAD, ApproximateCreationDateTime: 1_791_450_000 };
    expect(quoteEventsOf(record('REMOVE', printed))).toEqual(quoteEventsOf(record('REMOVE', handed)));
  });

  it('is the same for records made from the item of a quote', () => {
    const { convertedAt: _, ...open } = { ...HEAD, ...CONVERTED };
    const rebuilt = [
      ...quoteEventsOf(record('INSERT', { NewImage: { ...HEAD, ...CONVERTED } })),
      ...quoteEventsOf(record('MODIFY', { OldImage: open, NewImage: { ...HEAD, ...CONVERTED } })),
    ];
    expect(rebuilt).toEqual([
      ...quoteEventsOf(record('INSERT', { NewImage: HEAD })),
      ...modified({}, CONVERTED),
    ]);
  });

  it('has a deterministic id for each of them', () => {
    const events = [
      ...quoteEventsOf(record('INSERT', { NewImage: HEAD })),
      ...modified({}, CONVERTED),
      ...modified({}, ANNOUNCED),
      ...quoteEventsOf(record('REMOVE', { OldImage: HEAD, ApproximateCreationDateTime: 1 })),
    ];
    expect(new Set(events.map(({ id }) => id)).size).toBe(4);
    const [again] = quoteEventsOf(record('REMOVE', { OldImage: HEAD, ApproximateCreationDateTime: 2 }));
    expect(again?.id).toBe(events[3]?.id);
  });

  it('is not sent for any other change', () => {
    expect(modified({}, { writtenBy: S('w2') })).toEqual([]);
    expect(modified(CONVERTED, { ...CONVERTED, writtenBy: S('w2') })).toEqual([]);
    expect(modified(ANNOUNCED, ANNOUNCED)).toEqual([]);
    for (const sk of ['detail', 'cursor', quoteId]) {
      expect(quoteEventsOf(record('INSERT', { NewImage: {} }, { pk: S('x'), sk: S(sk) }))).toEqual([]);
    }
  });

  it.each([
    ['no image', undefined],
    ['no organization', { ...HEAD, orgId: S('') }],
    ['another mode', { ...HEAD, mode: S('demo') }],
    ['an id that is none', { ...HEAD, quoteId: S('Q-1') }],
    ['an event that is not JSON', { ...HEAD, event: S('{') }],
    ['an event that is not an object', { ...HEAD, event: S('[]') }],
  ])('throws for a quote with %s', (_case, image) => {
    expect(() => quoteEventsOf(record('INSERT', image === undefined ? {} : { NewImage: image }))).toThrow();
  });
});
