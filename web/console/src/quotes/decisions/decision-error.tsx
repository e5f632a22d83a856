import { Link } from 'react-router';
import { QuotesApiError } from '../../api/client.ts';
import { ErrorNotice, Notice } from '../../shell/feedback.tsx';

/** Why a quote in its current state does not permit a decision, by the code of the API. */
const REASONS: Readonly<Record<string, string>> = {
  QUOTE_EXPIRED: 'It has expired. Revise it, or make a new quote for the lane at the price of today.',
  QUOTE_SUPERSEDED: 'It was revised meanwhile, in another tab or by another person.',
  QUOTE_ALREADY_CONVERTED: 'It was converted meanwhile, in another tab or by another person.',
  QUOTE_ALREADY_DECLINED: 'It was declined meanwhile, in another tab or by another person.',
};

export const isStateError = (error: unknown): boolean =>
  error instanceof QuotesApiError && Object.hasOwn(REASONS, error.code);

interface DecisionErrorProps {
  readonly error: unknown;
  /** What was not done, such as "The quote was not converted". */
  readonly title: string;
  onRetry(): void;
}

export function DecisionError({ error, title, onRetry }: DecisionErrorProps) {
  if (!(error instanceof QuotesApiError) || !isStateError(error))
    return <ErrorNotice error={error} onRetry={onRetry} />;
  const { superseded_by: newer } = error.details;
  return (
    <Notice tone="yellow" title={title} role="alert">
      {REASONS[error.code]}
      {newer === undefined ? null : (
        <>
          {' '}
          <Link to={`/quotes/${encodeURIComponent(newer)}`}>Open the newer quote</Link>.
        </>
      )}
    </Notice>
  );
}
