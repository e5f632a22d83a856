import type { WebhookHealthHour } from '../api/client.ts';

const RATE = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 });

/** A success rate with all its digits: only a rate without failures is 100%. */
export const rateText = (rate: number | null): string => (rate === null ? 'No attempts' : RATE.format(rate));

/** A duration of at most some seconds. */
export const durationText = (milliseconds: number): string =>
  milliseconds < 1_000
    ? `${Math.round(milliseconds)} ms`
    : `${(Math.floor(milliseconds / 10) / 100).toLocaleString('en-US')} s`;

export const PERIODS = [
  { value: '24', label: 'Last 24 hours' },
  { value: '168', label: 'Last 7 days' },
  { value: '720', label: 'Last 30 days' },
] as const;

export const DEFAULT_HOURS = 24;

/** Reads the period of the address; an invalid one becomes the default. */
export const readHours = (text: string | null): number =>
  PERIODS.some(({ value }) => value === text) ? Number(text) : DEFAULT_HOURS;

/** Hours with attempts, newest first. */
export const busyHours = (hours: readonly WebhookHealthHour[]): WebhookHealthHour[] =>
  hours.filter(({ attempts }) => attempts > 0).reverse();
