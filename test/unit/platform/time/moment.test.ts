import { describe, expect, it } from 'vitest';
import { readMoment } from '../../../../shared/platform/time/moment.ts';

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
    'now',
    '2026',
    '2026-02-30',
    '2026-02-30T00:00:00Z',
    '2026-03-02T24:00:00Z',
    '2026-03-02T10:60:00Z',
    '2026-03-02T10:00:00',
    '2026-03-02T10:00:00+01:00',
    '2026-03-02 10:00:00Z',
    '+012026-03-02T10:00:00Z',
    '1772445600',
  ])('is none for %j', (text) => {
    expect(readMoment(text, 'start')).toBeUndefined();
  });
});
