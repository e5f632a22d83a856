import { useQueryClient } from '@tanstack/react-query';
import { ApiError, type DeliveryStatus, type WebhookHealthHour } from '../api/client.ts';
import { Tone } from '../shell/page.tsx';

export const WebhookState = ({ enabled }: { readonly enabled: boolean }) => (
  <Tone color={enabled ? 'green' : 'gray'}>{enabled ? 'Active' : 'Disabled'}</Tone>
);

const DELIVERY_TONES = {
  pending: { color: 'blue', label: 'Pending' },
  delivered: { color: 'green', label: 'Delivered' },
  failed: { color: 'red', label: 'Failed' },
} as const;

export function DeliveryState({ status }: { readonly status: DeliveryStatus }) {
  const { color, label } = DELIVERY_TONES[status];
  return <Tone color={color}>{label}</Tone>;
}

/** A change was not made, because the state on the page is not current: the webhook was deleted or disabled. */
const isStale = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 409);

/** Makes calls that change a webhook or its deliveries. After a 404 or 409, the page reads the current state. */
export function useWebhookChange(webhookId: string) {
  const queries = useQueryClient();
  return async <Data,>(call: PromiseLike<Data>): Promise<Data> => {
    try {
      return await call;
    } catch (error) {
      if (isStale(error)) void queries.invalidateQueries({ queryKey: ['webhooks', 'one', webhookId] });
      throw error;
    }
  };
}

const RATE = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 2 });

/** A success rate with all its digits: only a rate without failures is 100%. */
export const rateText = (rate: number | null): string => (rate === null ? 'No attempts' : RATE.format(rate));

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

export const busyHours = (hours: readonly WebhookHealthHour[]): WebhookHealthHour[] =>
  hours.filter(({ attempts }) => attempts > 0).reverse();
