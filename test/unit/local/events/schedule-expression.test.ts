import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScheduleExpressionError } from '../../../../lib/local/events/cron-field.ts';
import { scheduleExpression } from '../../../../lib/local/events/schedule-expression.ts';

/** The next times of an expression, as YYYY-MM-DDTHH:MM. */
function nextOf(expression: string, after: string, count: number): string[] {
  const next = scheduleExpression(expression);
  const moments: string[] = [];
  for (let last: Date | undefined = new Date(after); moments.length < count; ) {
    last = next(last);
    if (last === undefined) break;
    moments.push(last.toISOString().slice(0, 16));
  }
  return moments;
}

const FROM = '2026-11-21T08:44:30Z';

describe('rate(...)', () => {
  it.each([
    ['rate(1 minute)', '2026-11-21T08:45'],
    ['rate(5 minutes)', '2026-11-21T08:49'],
    ['rate(1 hour)', '2026-11-21T09:44'],
    ['rate(7 days)', '2026-11-28T08:44'],
  ])('%s is due one interval after the given time', (expression, first) => {
    expect(nextOf(expression, FROM, 1)).toEqual([first]);
  });

  it.each([
    'rate(1 minutes)',
    'rate(5 minute)',
    'rate(0 minutes)',
    'rate(1 week)',
    'rate(1.5 hours)',
    'rate()',
  ])('rejects %s, as EventBridge does', (expression) => {
    expect(() => scheduleExpression(expression)).toThrow(ScheduleExpressionError);
  });
});

describe('cron(...)', () => {
  it.each([
    [
      '0 12,23 ? * TUE-WED *',
      ['2026-11-24T12:00', '2026-11-24T23:00', '2026-11-25T12:00', '2026-11-25T23:00', '2026-12-01T12:00'],
    ],
    ['0/15 * * * ? *', ['2026-11-21T08:45', '2026-11-21T09:00', '2026-11-21T09:15']],
    ['5,35 14 * * ? *', ['2026-11-21T14:05', '2026-11-21T14:35', '2026-11-22T14:05']],
    ['10-30/10 0 1 * ? *', ['2026-12-01T00:10', '2026-12-01T00:20', '2026-12-01T00:30', '2027-01-01T00:10']],
    ['0 18 ? * MON-FRI *', ['2026-11-23T18:00', '2026-11-24T18:00']],
    ['0 18 ? * 2-6 *', ['2026-11-23T18:00', '2026-11-24T18:00']],
    ['0 18 ? * FRI-MON *', ['2026-11-21T18:00', '2026-11-22T18:00', '2026-11-23T18:00', '2026-11-27T18:00']],
    ['0 0 ? * 1 *', ['2026-11-22T00:00', '2026-11-29T00:00']],
    ['0 0 L * ? *', ['2026-11-30T00:00', '2026-12-31T00:00', '2027-01-31T00:00', '2027-02-28T00:00']],
    ['0 0 LW * ? *', ['2026-11-30T00:00', '2026-12-31T00:00', '2027-01-29T00:00']],
    // 2026-11-15 was a Sunday, 2026-08-15 a Saturday, and 2027-05-01 is one: the nearest weekday stays in its month.
    ['0 0 15W 1-3 ? *', ['2027-01-15T00:00', '2027-02-15T00:00', '2027-03-15T00:00']],
    ['0 0 1W MAY ? *', ['2027-05-03T00:00', '2028-05-01T00:00']],
    ['0 0 31W JAN ? *', ['2027-01-29T00:00', '2028-01-31T00:00']],
    ['30 9 ? * 6L *', ['2026-11-27T09:30', '2026-12-25T09:30', '2027-01-29T09:30']],
    ['30 9 ? * TUE#2 *', ['2026-12-08T09:30', '2027-01-12T09:30']],
    ['30 9 ? * 3#5 *', ['2026-12-29T09:30', '2027-03-30T09:30']],
    ['0 0 29 FEB ? *', ['2028-02-29T00:00', '2032-02-29T00:00']],
    ['0 6 1 1 ? 2028-2029', ['2028-01-01T06:00', '2029-01-01T06:00']],
    ['0 6 1 1 ? 2020', []],
    ['0 0 30 FEB ? *', []],
  ])('returns the next times of %s', (expression, expected) => {
    expect(nextOf(`cron(${expression})`, FROM, Math.max(expected.length, 1))).toEqual(expected);
  });

  it.each([
    '* * * * *',
    '* * * * * *',
    '* * ? * ? *',
    '60 * * * ? *',
    '* 24 * * ? *',
    '* * 0 * ? *',
    '* * 32 * ? *',
    '* * * 13 ? *',
    '* * ? * 8 *',
    '* * ? * 0 *',
    '* * ? * TUE#6 *',
    '* * 32W * ? *',
    '*/0 * * * ? *',
    '1- * * * ? *',
    'a * * * ? *',
    '* * * * ? 1969',
  ])('rejects %s', (expression) => {
    expect(() => scheduleExpression(`cron(${expression})`)).toThrow(ScheduleExpressionError);
  });

  it('returns a time after the given one, within a week, in the minute, hour and weekday of the expression', () => {
    const fields = fc.record({
      minute: fc.integer({ min: 0, max: 59 }),
      hour: fc.integer({ min: 0, max: 23 }),
      weekday: fc.integer({ min: 1, max: 7 }),
      after: fc.date({ min: new Date('2026-01-01'), max: new Date('2050-01-01'), noInvalidDate: true }),
    });
    fc.assert(
      fc.property(fields, ({ minute, hour, weekday, after }) => {
        const next = scheduleExpression(`cron(${minute} ${hour} ? * ${weekday} *)`)(after);
        expect(next?.getTime()).toBeGreaterThan(after.getTime());
        expect((next?.getTime() ?? 0) - after.getTime()).toBeLessThanOrEqual(7 * 86_400_000);
        expect([next?.getUTCMinutes(), next?.getUTCHours(), (next?.getUTCDay() ?? 0) + 1]).toEqual([
          minute,
          hour,
          weekday,
        ]);
      }),
    );
  });
});
