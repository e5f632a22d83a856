import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { QuotesApiError, type ReadQuoteShareResponse, type ShareQuoteBody } from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';

const isWithoutLink = (error: unknown): boolean =>
  error instanceof QuotesApiError && error.code === 'SHARE_LINK_NOT_FOUND';

/** The share link of a quote, null if it has no valid one, and what a person can do with it. */
export function useShareLink(quoteId: string) {
  const { client } = useSession();
  const queries = useQueryClient();
  const queryKey = ['quotes', 'share', quoteId];
  const link = useQuery<ReadQuoteShareResponse | null>({
    queryKey,
    queryFn: async ({ signal }) => {
      try {
        return await client.quotes.readShare(quoteId, { signal });
      } catch (error) {
        if (isWithoutLink(error)) return null;
        throw error;
      }
    },
    staleTime: 0,
    // The customer can open the link while this tab is in the background.
    refetchOnWindowFocus: true,
  });
  const creation = useMutation({
    // Without an Idempotency-Key: a repeated call replaces the link whose address was lost, and has an address.
    mutationFn: (body: ShareQuoteBody) => client.quotes.share(quoteId, body),
    onSuccess: ({ url: _, ...created }) => queries.setQueryData(queryKey, created),
    onError: () => void queries.invalidateQueries({ queryKey }),
    // The answer contains the address, which neither the console nor the service stores.
    gcTime: 0,
  });
  const revocation = useMutation({
    mutationFn: async () => {
      try {
        await client.quotes.revokeShare(quoteId);
      } catch (error) {
        // Revoked already: by another person, or by an earlier try whose answer was lost.
        if (!isWithoutLink(error)) throw error;
      }
    },
    onSuccess: () => {
      creation.reset();
      queries.setQueryData(queryKey, null);
    },
  });
  return { link, creation, revocation };
}
