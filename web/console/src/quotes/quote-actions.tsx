import { Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError, type Quote, type QuoteStatus, QuotesApiError } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { Notice } from '../feedback/notice.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import styles from './quote-actions.module.css';

/** The quote has another status than the page showed when the person decided. */
class StatusChanged extends Error {
  readonly status: QuoteStatus;

  constructor(status: QuoteStatus) {
    super(status);
    this.status = status;
  }
}

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Converts and deletes a quote. Both ask first, and both show the current state if it changed meanwhile. */
export function QuoteActions({ quote }: { readonly quote: Quote }) {
  const { client } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isDeleted, setDeleted] = useState(false);
  const one = ['quotes', 'one', quote.quote_id];
  const invalidateOthers = () => {
    void queries.invalidateQueries({ queryKey: ['quotes', 'list'] });
    void queries.invalidateQueries({ queryKey: ['quotes', 'events', quote.quote_id] });
  };
  const conversion = useMutation({
    mutationFn: () => client.quotes.convert(quote.quote_id),
    onSuccess: (converted) => {
      queries.setQueryData(one, converted);
      invalidateOthers();
    },
    onError: (error) => {
      // The quote expired or was deleted: the page shows its current state.
      if (error instanceof ApiError && error.status < 500) void queries.invalidateQueries({ queryKey: one });
    },
  });
  const deletion = useMutation({
    mutationFn: async () => {
      try {
        const now = await client.quotes.get(quote.quote_id);
        if (now.status !== quote.status) {
          queries.setQueryData(one, now);
          throw new StatusChanged(now.status);
        }
        await client.quotes.delete(quote.quote_id);
      } catch (error) {
        // Deleted already: by another person, or by an earlier try whose answer was lost.
        if (!isMissing(error)) throw error;
      }
    },
    onSuccess: () => {
      setDeleted(true);
      void queries.invalidateQueries({ queryKey: ['quotes', 'list'] });
      void navigate('/quotes');
    },
  });
  return (
    <div>
      <Group gap="xs">
        <ConfirmButton
          label="Delete"
          title="Delete this quote?"
          confirm="Delete the quote"
          color="red"
          variant="default"
          isPending={deletion.isPending || isDeleted}
          onConfirm={() => {
            conversion.reset();
            deletion.mutate();
          }}
        >
          The quote is deleted permanently, and webhooks receive <code>quote.deleted</code>.
        </ConfirmButton>
        {quote.status === 'active' ? (
          <ConfirmButton
            label="Convert"
            title="Convert this quote?"
            confirm="Convert the quote"
            isPending={conversion.isPending}
            onConfirm={() => {
              deletion.reset();
              conversion.mutate();
            }}
          >
            The customer accepted the price. A converted quote does not expire, and webhooks receive{' '}
            <code>quote.updated</code>.
          </ConfirmButton>
        ) : null}
      </Group>
      <div className={styles.message}>
        {conversion.isError ? (
          conversion.error instanceof QuotesApiError && conversion.error.code === 'QUOTE_EXPIRED' ? (
            <Notice tone="yellow" title="The quote was not converted" role="alert">
              It has expired. Make a new quote for the lane at the price of today.
            </Notice>
          ) : (
            <ErrorNotice error={conversion.error} onRetry={() => conversion.mutate()} />
          )
        ) : null}
        {deletion.error instanceof StatusChanged ? (
          <Notice tone="yellow" title="The quote was not deleted" role="alert">
            {deletion.error.status === 'converted'
              ? 'It was converted meanwhile, in another tab or by another person.'
              : 'It expired meanwhile.'}{' '}
            The page shows the current state. Delete it again if it still has to be deleted.
          </Notice>
        ) : deletion.isError ? (
          <ErrorNotice error={deletion.error} onRetry={() => deletion.mutate()} />
        ) : null}
      </div>
    </div>
  );
}
