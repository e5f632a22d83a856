import { expect, it } from 'vitest';
import {
  addDays,
  daysBetween,
  dayText,
  timeText,
  today,
  utcText,
} from '../../../web/console/src/format/dates.ts';

it('a time appears in the zone of the person, also on both sides of a clock change', () => {
  // Intl writes a narrow space before AM and PM.
  const text = (time: string) => timeText(time, 'America/Chicago').replaceAll('\u202f', ' ');
  expect(text('2026-03-08T07:59:59Z')).toBe('Mar 8, 2026, 1:59 AM');
  expect(text('2026-03-08T08:00:00Z')).toBe('Mar 8, 2026, 3:00 AM');
  expect(text('2026-11-01T06:30:00Z')).toBe('Nov 1, 2026, 1:30 AM');
  expect(text('2026-11-01T07:30:00Z')).toBe('Nov 1, 2026, 1:30 AM');
  expect(utcText('2026-11-01T07:30:00.123Z')).toBe('2026-11-01 07:30:00 UTC');
});

it('days have no zone', () => {
  expect(dayText('2026-03-08')).toBe('Mar 8, 2026');
  expect(addDays('2026-03-07', 2)).toBe('2026-03-09');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(daysBetween('2026-10-25', '2026-11-08')).toBe(14);
  expect(today(new Date(2026, 10, 1, 23, 59))).toBe('2026-11-01');
});

it('a text that is not a time stays as it is', () => {
  expect([dayText(''), timeText('soon'), utcText('soon')]).toEqual(['', 'soon', 'soon']);
});
