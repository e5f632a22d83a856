import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Lane, RateResult } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { useIdempotencyKey } from '../api/use-idempotency-key.ts';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { today } from '../format/dates.ts';
import { quoteBodyOf } from './quote-body.ts';

interface QuoteLaneProps {
  readonly lane: Lane | undefined;
  readonly rate: RateResult;
}

/** Makes a quote of a priced lane and opens it. */
export function QuoteLane({ lane, rate }: QuoteLaneProps) {
  const { client } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const body = quoteBodyOf(rate, lane, today());
  const creation = useMutation({
    mutationFn: () => client.quotes.create(body, { idempotencyKey: keyFor(body) }),
    onSuccess: ({ quote_id }) => {
      void queries.invalidateQueries({ queryKey: ['quotes'] });
      void navigate(`/quotes/${encodeURIComponent(quote_id)}`);
    },
  });
  return (
    <div>
      <Button onClick={() => creation.mutate()} loading={creation.isPending}>
        Quote this
      </Button>
      {creation.isError ? <ErrorNotice error={creation.error} onRetry={() => creation.mutate()} /> : null}
    </div>
  );
}
