import { describe, expect, it } from 'vitest';
import { readGateHours } from '../../../../shared/terminals/catalogue/gate-hours.ts';

describe('gate hours', () => {
  it('are read as days and minutes of the day', () => {
    expect(readGateHours('Mo-Fr 07:00-17:00; Sa 08:00-12:00; PH off')).toEqual([
      { days: [1, 2, 3, 4, 5], spans: [[420, 1020]] },
      { days: [6], spans: [[480, 720]] },
      { days: [7], spans: [] },
    ]);
    expect(readGateHours('Sa-Mo,We 18:00-02:30')).toEqual([{ days: [6, 0, 1, 3], spans: [[1080, 150]] }]);
    expect(readGateHours('Mo 06:00-12:00,13:00-24:00')).toEqual([
      {
        days: [1],
        spans: [
          [360, 720],
          [780, 1440],
        ],
      },
    ]);
    expect(readGateHours('24/7')).toEqual([{ days: [0, 1, 2, 3, 4, 5, 6, 7], spans: [[0, 1440]] }]);
  });

  it.each([
    '',
    'Mo',
    'Mo-Fr',
    'Mon-Fri 07:00-17:00',
    'Mo 7:00-17:00',
    'Mo 07:00-25:00',
    'Mo 07:00-24:30',
    'PH-Mo off',
    'Mo-Tu-We off',
    'Mo off;',
    'mo off',
  ])('%j is not in the subset', (text) => {
    expect(readGateHours(text)).toBeUndefined();
  });
});
