import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, type DeliveryStatus } from '../api/client.ts';
import { Tone } from '../shell/tone.tsx';

/** Whether a webhook receives events. */
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

/** A call that changes a webhook or its deliveries. After a 404 or 409, the page reads the current state. */
export function useWebhookChange<Data, Variables = void>(
  webhookId: string,
  options: UseMutationOptions<Data, unknown, Variables>,
) {
  const queries = useQueryClient();
  return useMutation({
    ...options,
    onError: (error) => {
      if (isStale(error)) void queries.invalidateQueries({ queryKey: ['webhooks', 'one', webhookId] });
    },
  });
}
