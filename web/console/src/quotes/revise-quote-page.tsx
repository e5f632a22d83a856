import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { Quote } from '../api/client.ts';
import { useIdempotencyKey, useSession } from '../api/session.tsx';
import { dayText, today } from '../format/dates.ts';
import { dollars } from '../format/numbers.ts';
import { Loaded, Notice } from '../shell/feedback.tsx';
import { Page } from '../shell/page.tsx';
import { QuoteFields } from './quote-fields.tsx';
import { formOfQuote, type QuoteForm, requestRevision } from './quote-form.ts';

export default function ReviseQuotePage() {
  const { quoteId = '' } = useParams();
  const { client, blocked, readOnly } = useSession();
  const quote = useQuery({
    queryKey: ['quotes', 'one', quoteId],
    queryFn: ({ signal }) => client.quotes.get(quoteId, { signal }),
    staleTime: 0,
  });
  const path = `/quotes/${encodeURIComponent(quoteId)}`;
  return (
    <Page
      title="Revise the quote"
      parent={{ path, title: 'Quote' }}
      lead="The revision is a new quote at the rates and the pricing strategy of today. The old quote keeps its price."
      blocked={blocked ?? readOnly}
    >
      <Loaded query={quote}>{(data) => <Revision key={quoteId} quote={data} path={path} />}</Loaded>
    </Page>
  );
}

function Revision({ quote, path }: { readonly quote: Quote; readonly path: string }) {
  const { client } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const [initial] = useState(() => formOfQuote(quote));
  const { quote_id: id, outcome, superseded_by: newer } = quote;
  const [isSent, setSent] = useState(false);
  const revise = async (form: QuoteForm) => {
    setSent(true);
    const body = requestRevision(form);
    const { quote_id } = await client.quotes.revise(id, body, { idempotencyKey: keyFor({ id, body }) });
    // The form is left first: the old quote can no longer be revised.
    await navigate(`/quotes/${encodeURIComponent(quote_id)}`);
    void queries.invalidateQueries({ queryKey: ['quotes'] });
  };
  // The quote can be superseded while the form is open: the answer to the form states it.
  if (!isSent && (outcome === 'won' || outcome === 'superseded')) {
    return (
      <Notice tone="yellow" title="This quote cannot be revised">
        {outcome === 'won' ? 'It was converted. Make a new quote.' : 'Another quote revises it. '}
        {newer === undefined ? null : (
          <Link to={`/quotes/${encodeURIComponent(newer)}`}>Open the newer quote</Link>
        )}
      </Notice>
    );
  }
  const { pickup_date: pickup } = quote.service_details;
  return (
    <>
      <p>
        Revises <Link to={path}>{id}</Link> with a total of {dollars(quote.pricing.total_rate)}.
        {pickup < today()
          ? ` Its pickup day, ${dayText(pickup)}, has passed: the form has tomorrow instead.`
          : ''}
      </p>
      <QuoteFields initial={initial} action="Make the revision" parent={path} send={revise} />
    </>
  );
}
