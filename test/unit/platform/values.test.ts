import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { forEachConcurrent } from '../../../shared/platform/concurrency/for-each-concurrent.ts';
import { toBase62 } from '../../../shared/platform/ids/base62.ts';
import { readInteger, readNumber } from '../../../shared/platform/text/decimal-number.ts';
import { foldText, foldWords } from '../../../shared/platform/text/text-folding.ts';
import {
  businessDayFrom,
  federalHolidays,
  isBusinessDay,
  isFederalHoliday,
} from '../../../shared/platform/time/federal-holidays.ts';
import { readMoment } from '../../../shared/platform/time/moment.ts';
import { addDays, daysBetween, readDay } from '../../../shared/platform/time/utc-calendar.ts';

describe('a number in a text', () => {
  it('is parsed from any JavaScript notation', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(readNumber(String(value))).toBe(Object.is(value, -0) ? 0 : value);
        expect(readNumber(value.toExponential())).toBe(Object.is(value, -0) ? 0 : value);
      }),
    );
  });

  it.each([
    ['.5', 0.5],
    ['5.', 5],
    ['1e9', 1_000_000_000],
    ['1E-2', 0.01],
    ['-84.3880', -84.388],
    ['007', 7],
  ])('%s is %d', (text, value) => {
    expect(readNumber(text)).toBe(value);
  });

  it.each(['', '.', '1e999', '+5', ' 5', '5\n', '0x10', '1_0', '1,5', 'NaN'])('is NaN for %j', (text) => {
    expect([readNumber(text), readInteger(text)]).toEqual([Number.NaN, Number.NaN]);
  });

  it.each(['1.5', '1e-1', '9007199254740993', '1e16'])('is not an integer in %s', (text) => {
    expect(readInteger(text)).toBeNaN();
  });
});

const anyText = fc.string({ unit: 'binary' });

describe('folding', () => {
  it('finds no word in a text beyond ASCII that is too long to normalize', () => {
    expect(foldWords(`pier ${'\u0327\u0301'.repeat(245_000)}`)).toEqual([]);
  });

  it.each([
    ['Pier T', 'pier t'],
    ['San José, PR', 'san jose pr'],
    ['Jose\u0301', 'jose'],
    ['ＬＢＣＴ', 'lbct'],
    ['İzmir', 'izmir'],
    ['!?*\\"🚢\u0000', ''],
    ['', ''],
  ])('%s is %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('joins the words of parts that a space separates', () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(foldWords(`${a} ${b}`)).toEqual([...foldWords(a), ...foldWords(b)]);
      }),
    );
  });
});

const anyDay = fc.integer({ min: 0, max: 36_500 }).map((days) => addDays('2022-01-01', days));

describe('US federal holidays', () => {
  // The days off that the U.S. Office of Personnel Management lists for these years.
  it.each([
    [2026, '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25'],
    [2027, '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24'],
  ])('of %d are as published', (year, days) => {
    expect(federalHolidays(year)).toEqual(days.split(' ').map((day) => `${year}-${day}`));
  });

  it('keeps a New Year on a Saturday in the year before', () => {
    expect(isFederalHoliday('2027-12-31')).toBe(true);
    expect(isFederalHoliday('2028-01-01')).toBe(false);
  });
});

describe('business days', () => {
  it.each([
    ['2026-11-26', '2026-11-27'],
    ['2026-11-28', '2026-11-30'],
    ['2026-07-03', '2026-07-06'],
  ])('%s -> %s', (day, next) => {
    expect(businessDayFrom(day)).toBe(next);
  });

  it('never go back, are never farther than four days off, and have none skipped', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const next = businessDayFrom(day);
        const days = daysBetween(day, next);
        expect(isBusinessDay(next)).toBe(true);
        expect(days).toBeGreaterThanOrEqual(0);
        expect(days).toBeLessThanOrEqual(4);
        for (let skipped = 0; skipped < days; skipped++)
          expect(isBusinessDay(addDays(day, skipped))).toBe(false);
      }),
    );
  });
});

describe('reading a day', () => {
  it.each(['2026-11-30', '2028-02-29', '2026-01-01', '2026-12-31'])('accepts %s', (text) => {
    expect(readDay(text)).toBe(text);
  });

  it.each(['2026-02-30', '2026-02-29', '2026-13-01', '2026-00-10', '2026-1-3', '+02026-11-30', ''])(
    'rejects %j',
    (text) => {
      expect(readDay(text)).toBeUndefined();
    },
  );
});

describe('parsing a moment', () => {
  it.each([
    ['2026-03-02T10:00:00Z', '2026-03-02T10:00:00.000Z'],
    ['2026-03-02T10:00Z', '2026-03-02T10:00:00.000Z'],
    ['2026-03-02T23:59:59.5Z', '2026-03-02T23:59:59.500Z'],
    ['2024-02-29T00:00:00.123456789Z', '2024-02-29T00:00:00.123Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ])('is, for %s, %s', (text, moment) => {
    expect([readMoment(text, 'start'), readMoment(text, 'end')].map((one) => one?.toISOString())).toEqual([
      moment,
      moment,
    ]);
  });

  it('is the start or end of a day', () => {
    expect(readMoment('2026-03-31', 'start')).toEqual(new Date('2026-03-31T00:00:00.000Z'));
    expect(readMoment('2026-03-31', 'end')).toEqual(new Date('2026-04-01T00:00:00.000Z'));
  });

  it.each([
    '',
    '2026-02-30',
    '2026-02-30T00:00:00Z',
    '2026-03-02T24:00:00Z',
    '2026-03-02T10:60:00Z',
    '2026-03-02T10:00:00',
    '2026-03-02T10:00:00+01:00',
    '+012026-03-02T10:00:00Z',
  ])('is none for %j', (text) => {
    expect(readMoment(text, 'start')).toBeUndefined();
  });
});

describe('a number in base62', () => {
  it.each([
    [0, '000000'],
    [61, '00000z'],
    [62, '000010'],
    [2 ** 32 - 1, '4gfFC3'],
  ])('%d is %s', (value, text) => {
    expect(toBase62(value, 6)).toBe(text);
  });
});

const aTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Tasks that a test ends one by one. */
function controlledTasks() {
  const begun: number[] = [];
  const ends = new Map<number, PromiseWithResolvers<void>>();
  const task = (item: number): Promise<void> => {
    begun.push(item);
    const end = Promise.withResolvers<void>();
    ends.set(item, end);
    return end.promise;
  };
  return {
    begun,
    task,
    end: (item: number) => ends.get(item)?.resolve(),
    fail: (item: number, error: Error) => ends.get(item)?.reject(error),
  };
}

describe('a task for each item of a list', () => {
  it('starts in the order of the items, with at most the allowed number under way', async () => {
    const { begun, task, end } = controlledTasks();
    const done = forEachConcurrent([1, 2, 3, 4], 2, task);

    await aTurn();
    expect(begun).toEqual([1, 2]);
    end(2);
    await aTurn();
    expect(begun).toEqual([1, 2, 3]);
    end(1);
    end(3);
    await aTurn();
    expect(begun).toEqual([1, 2, 3, 4]);
    end(4);
    await expect(done).resolves.toBeUndefined();
  });

  it('does not start after a failure, which is thrown when the tasks under way have ended', async () => {
    const { begun, task, end, fail } = controlledTasks();
    let over = false;
    const done = forEachConcurrent([1, 2, 3, 4], 2, task).finally(() => {
      over = true;
    });
    const failure = expect(done).rejects.toThrow('first');

    await aTurn();
    fail(1, new Error('first'));
    await aTurn();
    expect({ begun, over }).toEqual({ begun: [1, 2], over: false });
    fail(2, new Error('second'));
    end(3);
    await failure;
    expect(begun).toEqual([1, 2]);
  });
});
