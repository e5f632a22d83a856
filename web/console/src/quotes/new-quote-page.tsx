import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { CreateQuoteBody } from '../api/client.ts';
import { useIdempotencyKey, useSession } from '../api/session.tsx';
import { Blocked, ErrorNotice } from '../shell/feedback.tsx';
import { Page } from '../shell/page.tsx';
import { QuoteFields } from './quote-fields.tsx';
import { emptyQuote, requestQuote } from './quote-form.ts';

export default function NewQuotePage() {
  const { client, canQuote, blocked, readOnly } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const [initial] = useState(emptyQuote);
  const creation = useMutation({
    mutationFn: (body: CreateQuoteBody) => client.quotes.create(body, { idempotencyKey: keyFor(body) }),
    onSuccess: ({ quote_id }) => {
      void queries.invalidateQueries({ queryKey: ['quotes', 'list'] });
      void navigate(`/quotes/${encodeURIComponent(quote_id)}`);
    },
  });
  return (
    <Page
      title="New quote"
      parent={{ path: '/quotes', title: 'Quotes' }}
      lead="The market rate, the margin of your pricing strategy and the accessorials make the price. A contract rate that matches comes first."
    >
      <Blocked reason={blocked ?? readOnly} />
      {canQuote ? (
        <QuoteFields
          initial={initial}
          action="Make the quote"
          parent="/quotes"
          isPending={creation.isPending}
          error={creation.error}
          notice={(retry) => <ErrorNotice error={creation.error} onRetry={retry} />}
          onSend={(form) => creation.mutate(requestQuote(form))}
        />
      ) : null}
    </Page>
  );
}
