/** A calendar day of UTC, YYYY-MM-DD: days sort as texts do. */
export type UtcDay = string;

const MS_A_DAY = 86_400_000;

export const utcDay = (moment: Date): UtcDay => moment.toISOString().slice(0, 10);

/** The day's first millisecond, since 1970. */
export const startOfDay = (day: UtcDay): number => Date.parse(`${day}T00:00:00.000Z`);

export const addDays = (day: UtcDay, days: number): UtcDay =>
  utcDay(new Date(startOfDay(day) + days * MS_A_DAY));

/** Whole days from one to the other; negative where `to` is earlier. */
export const daysBetween = (from: UtcDay, to: UtcDay): number =>
  Math.round((startOfDay(to) - startOfDay(from)) / MS_A_DAY);
