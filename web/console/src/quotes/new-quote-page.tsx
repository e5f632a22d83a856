import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { CreateQuoteBody } from '../api/client.ts';
import { useIdempotencyKey, useSession } from '../api/session.tsx';
import { today } from '../format/dates.ts';
import type { PricedLane } from '../rates/lanes.ts';
import { Page } from '../shell/page.tsx';
import { QuoteFields } from './quote-fields.tsx';
import { emptyQuote, type QuoteForm, quoteDraft, requestQuote } from './quote-form.ts';

export default function NewQuotePage() {
  const { client, blocked, readOnly } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  /** A priced lane begins the quote. */
  const { state } = useLocation() as { readonly state: Partial<PricedLane> | null };
  const [initial] = useState<QuoteForm>(() => ({
    ...emptyQuote(),
    ...(state?.rate && quoteDraft(state.rate, state.lane, today())),
  }));
  const creation = useMutation({
    mutationFn: (body: CreateQuoteBody) => client.quotes.create(body, { idempotencyKey: keyFor(body) }),
    onSuccess: ({ quote_id }) => {
      void queries.invalidateQueries({ queryKey: ['quotes'] });
      void navigate(`/quotes/${encodeURIComponent(quote_id)}`);
    },
  });
  return (
    <Page
      title="New quote"
      parent={{ path: '/quotes', title: 'Quotes' }}
      lead="The market rate, the margin of your pricing strategy and the accessorials make the price. A contract rate that matches comes first."
      blocked={blocked ?? readOnly}
    >
      <QuoteFields
        initial={initial}
        isPriced={state?.rate !== undefined}
        action="Make the quote"
        parent="/quotes"
        isPending={creation.isPending}
        error={creation.error}
        onSend={(form) => creation.mutate(requestQuote(form))}
      />
    </Page>
  );
}
