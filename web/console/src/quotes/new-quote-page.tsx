import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
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
  const create = async (form: QuoteForm) => {
    const body = requestQuote(form);
    const { quote_id } = await client.quotes.create(body, { idempotencyKey: keyFor(body) });
    void queries.invalidateQueries({ queryKey: ['quotes'] });
    await navigate(`/quotes/${encodeURIComponent(quote_id)}`);
  };
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
        send={create}
      />
    </Page>
  );
}
