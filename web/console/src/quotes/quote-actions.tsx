import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, type ConvertQuoteBody, type DeclineQuoteBody, type Quote } from '../api/client.ts';
import { ExplainedError } from '../api/describe-error.ts';
import { useSession } from '../api/session.tsx';
import { FormArea, FormNumber, FormSelect, FormText } from '../form/form.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { LinkButton } from '../shell/buttons.tsx';
import { DeleteButton } from '../shell/dialog.tsx';

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

interface QuoteActionsProps {
  readonly quote: Quote;
  /** The quote was converted or declined. The button of the decision, which had the focus, is gone. */
  onDecided(result: string): void;
}

export function QuoteActions({ quote, onDecided }: QuoteActionsProps) {
  const { client, canQuote } = useSession();
  const queries = useQueryClient();
  const [dialog, setDialog] = useState<'convert' | 'decline'>();
  const one = ['quotes', 'one', quote.quote_id];
  const close = () => setDialog(undefined);
  const decide = async (decision: PromiseLike<Quote>) => {
    try {
      queries.setQueryData(one, await decision);
      void queries.invalidateQueries({ queryKey: ['quotes', 'list'] });
      void queries.invalidateQueries({ queryKey: ['quotes', 'events', quote.quote_id] });
    } catch (error) {
      // The quote was decided or deleted, or it expired: the page shows its current state.
      if (error instanceof ApiError && [404, 409].includes(error.status))
        void queries.invalidateQueries({ queryKey: one });
      throw error;
    }
  };
  const remove = async () => {
    const now = await client.quotes.get(quote.quote_id);
    if (now.status !== quote.status) {
      queries.setQueryData(one, now);
      throw new ExplainedError(
        'The quote was not deleted',
        `${now.status === 'converted' ? 'It was converted meanwhile, in another tab or by another person.' : 'It expired meanwhile.'} The page shows the current state. Delete it again if it still has to be deleted.`,
      );
    }
    await client.quotes.delete(quote.quote_id);
  };
  const isUndecided = quote.outcome === 'open' || quote.outcome === 'expired';
  const canRevise = canQuote && quote.outcome !== 'won' && quote.outcome !== 'superseded';
  return (
    <div>
      <Group gap="xs">
        <DeleteButton
          title="Delete this quote?"
          confirm="Delete the quote"
          path="/quotes"
          list={['quotes', 'list']}
          run={remove}
        >
          The quote is deleted permanently, and webhooks receive <code>quote.deleted</code>.
        </DeleteButton>
        {canRevise ? (
          <LinkButton to={`/quotes/${encodeURIComponent(quote.quote_id)}/revise`} variant="default">
            Revise
          </LinkButton>
        ) : null}
        {isUndecided ? (
          <Button variant="default" onClick={() => setDialog('decline')}>
            Decline
          </Button>
        ) : null}
        {quote.outcome === 'open' ? <Button onClick={() => setDialog('convert')}>Convert</Button> : null}
      </Group>
      <FormDialog<ConvertQuoteBody>
        opened={dialog === 'convert'}
        title="Convert this quote?"
        label="Conversion"
        action="Convert the quote"
        initial={{}}
        onClose={close}
        send={(body) => decide(client.quotes.convert(quote.quote_id, body))}
        onSent={() => onDecided('The quote was converted')}
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
        onClose={close}
        send={(body) => decide(client.quotes.decline(quote.quote_id, body as DeclineQuoteBody))}
        onSent={() => onDecided('The quote was declined')}
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
