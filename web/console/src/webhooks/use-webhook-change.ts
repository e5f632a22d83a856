import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/client.ts';

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
