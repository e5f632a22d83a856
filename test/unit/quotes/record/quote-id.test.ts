import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createQuoteIds,
  firstIdAt,
  parseQuoteId,
  quoteCreatedAt,
} from '../../../../shared/quotes/record/quote-id.ts';

const moment = fc.integer({ min: 0, max: Date.parse('2999-12-31') }).map((ms) => new Date(ms));

describe('a quote id', () => {
  it('contains its creation time in milliseconds', () => {
    fc.assert(
      fc.property(moment, (now) => {
        expect(quoteCreatedAt(createQuoteIds()(now))).toEqual(now);
      }),
    );
  });

  it('sorts by creation time across processes', () => {
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        fc.pre(one.getTime() < other.getTime());
        const [first, second] = [createQuoteIds()(one), createQuoteIds()(other)];
        expect(first < second).toBe(true);
        expect(first < firstIdAt(other.getTime())).toBe(true);
        expect(second > firstIdAt(other.getTime())).toBe(true);
      }),
    );
  });

  it('sorts after every earlier id of its process, even if the clock stops or goes back', () => {
    const nextId = createQuoteIds();
    const now = Date.parse('2026-03-17T12:00:00.000Z');
    const ids = Array.from({ length: 5_000 }, (_, index) => nextId(new Date(now - (index % 7))));

    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(quoteCreatedAt(ids.at(-1) ?? nextId(new Date(0))).getTime()).toBeLessThan(now + 10);
  });

  it('ends with random digits', () => {
    const now = new Date('2026-03-17T12:00:00.000Z');
    const tails = new Set(Array.from({ length: 1_000 }, () => createQuoteIds()(now).slice(-16)));
    expect(tails.size).toBe(1_000);
    for (let place = 0; place < 16; place++) {
      expect(new Set([...tails].map((tail) => tail[place])).size).toBe(32);
    }
  });

  it('is parsed unchanged, and other values are rejected', () => {
    const id = createQuoteIds()(new Date());
    expect(parseQuoteId(id)).toBe(id);
    const others = [undefined, null, 7, {}, [id], '', 'Q-', id.toLowerCase(), ` ${id}`, `${id}\n`, `${id}0`];
    const withPaths = [
      'Q-../../etc/passwd',
      'Q-%2e%2e%2f',
      id.replace('Q', 'q'),
      id.slice(0, -1),
      id.slice(2),
    ];
    const withOtherDigits = ['I', 'L', 'O', 'U', '#', 'é'].map((digit) => `${id.slice(0, -1)}${digit}`);
    for (const text of [...others, ...withPaths, ...withOtherDigits])
      expect(parseQuoteId(text)).toBeUndefined();
  });

  it('is parsed from any value without an exception', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(parseQuoteId(value)).toBeUndefined();
      }),
    );
  });
});
