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
import { Fields, FormText } from '../../form/form.tsx';
import { LinkButton } from '../../shell/buttons.tsx';
import { ConfirmButton, FormDialog } from '../../shell/dialog.tsx';
import { ErrorNotice, Notice } from '../../shell/feedback.tsx';
import { DecisionError, isStateError } from './decision-error.tsx';
import { DeclineDialog } from './decline-dialog.tsx';

const MAX_LENGTH = 200;

interface ConvertDialogProps {
  readonly isOpen: boolean;
  onClose(): void;
  onConvert(conversion: ConvertQuoteBody): void;
}

function ConvertDialog({ isOpen, onClose, onConvert }: ConvertDialogProps) {
  const [{ by, order }, setForm] = useState({ by: '', order: '' });
  const send = () =>
    onConvert({ converted_by: by.trim() || undefined, order_reference: order.trim() || undefined });
  return (
    <FormDialog
      opened={isOpen}
      title="Convert this quote?"
      label="Conversion"
      action="Convert the quote"
      onClose={onClose}
      onSend={send}
    >
      <p>
        The customer accepted the price. A converted quote does not expire, and webhooks receive{' '}
        <code>quote.updated</code>.
      </p>
      <Fields values={{ by, order }} onChange={(part) => setForm((form) => ({ ...form, ...part }))}>
        <FormText
          name="by"
          label="Converted by"
          description="Optional."
          maxLength={MAX_LENGTH}
          data-autofocus
        />
        <FormText
          name="order"
          label="Order reference"
          description="The order of the customer. Optional."
          maxLength={MAX_LENGTH}
        />
      </Fields>
    </FormDialog>
  );
}

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

/** Converts, declines, revises and deletes a quote. Each shows the current state if it changed meanwhile. */
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
        {conversion.isError ? (
          <DecisionError
            error={conversion.error}
            title="The quote was not converted"
            onRetry={() => conversion.mutate(conversion.variables)}
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
      <ConvertDialog
        isOpen={dialog === 'convert'}
        onClose={() => setDialog(undefined)}
        onConvert={(body) => {
          setDialog(undefined);
          conversion.mutate(body);
        }}
      />
      <DeclineDialog
        isOpen={dialog === 'decline'}
        isPending={decline.isPending}
        error={decline.error}
        onClose={() => setDialog(undefined)}
        onDecline={decline.mutate}
      />
    </div>
  );
}
