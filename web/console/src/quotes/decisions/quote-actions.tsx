import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  ApiError,
  type ConvertQuoteBody,
  type DeclineQuoteBody,
  isMissing,
  type Quote,
  type QuoteStatus,
} from '../../api/client.ts';
import { useSession } from '../../api/session.tsx';
import { FormArea, FormNumber, FormSelect, FormText } from '../../form/form.tsx';
import { FormDialog } from '../../form/form-dialog.tsx';
import { LinkButton } from '../../shell/buttons.tsx';
import { ConfirmButton } from '../../shell/dialog.tsx';
import { ErrorNotice, Notice } from '../../shell/feedback.tsx';
import { DecisionError, isStateError } from './decision-error.tsx';

const DECLINE_REASONS = [
  { value: '', label: 'Choose a reason' },
  { value: 'price', label: 'Price' },
  { value: 'service', label: 'Service' },
  { value: 'capacity', label: 'Capacity' },
  { value: 'timing', label: 'Timing' },
  { value: 'cancelled', label: 'The move was cancelled' },
  { value: 'no_response', label: 'No response' },
  { value: 'other', label: 'Other' },
];

/** The quote has another status than the page showed when the person decided. */
class StatusChanged extends Error {
  readonly status: QuoteStatus;

  constructor(status: QuoteStatus) {
    super(status);
    this.status = status;
  }
}

interface QuoteActionsProps {
  readonly quote: Quote;
  /** The quote was converted or declined. The button of the decision, which had the focus, is gone. */
  onDecided(result: string): void;
}

export function QuoteActions({ quote, onDecided }: QuoteActionsProps) {
  const { client, canQuote } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isDeleted, setDeleted] = useState(false);
  const [dialog, setDialog] = useState<'convert' | 'decline'>();
  const one = ['quotes', 'one', quote.quote_id];
  const invalidateOthers = () => {
    void queries.invalidateQueries({ queryKey: ['quotes', 'list'] });
    void queries.invalidateQueries({ queryKey: ['quotes', 'events', quote.quote_id] });
  };
  const decided = {
    onSuccess: (now: Quote) => {
      setDialog(undefined);
      onDecided(now.outcome === 'won' ? 'The quote was converted' : 'The quote was declined');
      queries.setQueryData(one, now);
      invalidateOthers();
    },
    onError: (error: Error) => {
      if (isStateError(error)) setDialog(undefined);
      // The quote was decided or deleted, or it expired: the page shows its current state.
      if (error instanceof ApiError && [404, 409].includes(error.status))
        void queries.invalidateQueries({ queryKey: one });
    },
  };
  const conversion = useMutation({
    mutationFn: (body: ConvertQuoteBody) => client.quotes.convert(quote.quote_id, body),
    ...decided,
  });
  const decline = useMutation({
    mutationFn: (body: DeclineQuoteBody) => client.quotes.decline(quote.quote_id, body),
    ...decided,
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
  const forgetErrors = () => {
    conversion.reset();
    decline.reset();
    deletion.reset();
  };
  const open = (next: 'convert' | 'decline') => {
    forgetErrors();
    setDialog(next);
  };
  const isUndecided = quote.outcome === 'open' || quote.outcome === 'expired';
  const canRevise = canQuote && quote.outcome !== 'won' && quote.outcome !== 'superseded';
  return (
    <div>
      <Group gap="xs">
        <ConfirmButton
          label="Delete"
          title="Delete this quote?"
          confirm="Delete the quote"
          isDanger
          isPending={deletion.isPending || isDeleted}
          onConfirm={() => {
            forgetErrors();
            deletion.mutate();
          }}
        >
          The quote is deleted permanently, and webhooks receive <code>quote.deleted</code>.
        </ConfirmButton>
        {canRevise ? (
          <LinkButton to={`/quotes/${encodeURIComponent(quote.quote_id)}/revise`} variant="default">
            Revise
          </LinkButton>
        ) : null}
        {isUndecided ? (
          <Button variant="default" onClick={() => open('decline')}>
            Decline
          </Button>
        ) : null}
        {quote.outcome === 'open' ? (
          <Button loading={conversion.isPending} onClick={() => open('convert')}>
            Convert
          </Button>
        ) : null}
      </Group>
      <div className="action-message">
        {isStateError(conversion.error) ? (
          <DecisionError
            error={conversion.error}
            title="The quote was not converted"
            onRetry={() => open('convert')}
          />
        ) : null}
        {isStateError(decline.error) ? (
          <DecisionError
            error={decline.error}
            title="The quote was not declined"
            onRetry={() => open('decline')}
          />
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
      <FormDialog<ConvertQuoteBody>
        opened={dialog === 'convert'}
        title="Convert this quote?"
        label="Conversion"
        action="Convert the quote"
        initial={{}}
        saving={conversion}
        onClose={() => setDialog(undefined)}
        onSend={conversion.mutate}
      >
        <p>
          The customer accepted the price. A converted quote does not expire, and webhooks receive{' '}
          <code>quote.updated</code>.
        </p>
        <FormText name="converted_by" label="Converted by" description="Optional." data-autofocus />
        <FormText
          name="order_reference"
          label="Order reference"
          description="The order of the customer. Optional."
        />
      </FormDialog>
      <FormDialog<Partial<DeclineQuoteBody>>
        opened={dialog === 'decline'}
        title="Decline this quote?"
        label="Decline"
        action="Decline the quote"
        initial={{}}
        saving={decline}
        onClose={() => setDialog(undefined)}
        onSend={(body) => decline.mutate(body as DeclineQuoteBody)}
      >
        <p>
          The customer declined the price. You can revise the quote afterwards, and webhooks receive{' '}
          <code>quote.updated</code>.
        </p>
        <FormSelect name="reason" label="Reason" data={DECLINE_REASONS} data-autofocus />
        <FormNumber
          name="competitor_price"
          label="Price of the competitor"
          description="USD. Optional."
          prefix="$"
        />
        <FormArea name="note" label="Note" description="Optional." rows={3} />
      </FormDialog>
    </div>
  );
}
