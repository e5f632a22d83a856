import { Link } from 'react-router';
import { isMissing } from '../api/is-missing.ts';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { Notice } from '../feedback/notice.tsx';

/** The error of a read; a webhook that another tab deleted is not an error of this page. */
export const WebhookError = ({ error, onRetry }: { readonly error: unknown; onRetry(): void }) =>
  isMissing(error) ? (
    <Notice tone="yellow" title="This webhook does not exist" role="alert">
      It was deleted, perhaps in another tab, or it belongs to another organization or mode.{' '}
      <Link to="/webhooks">Show all webhooks</Link>
    </Notice>
  ) : (
    <ErrorNotice error={error} onRetry={onRetry} />
  );
