import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { Loading } from './loading.tsx';

interface LoadedProps<Data> {
  readonly query: Pick<
    UseQueryResult<Data, unknown>,
    'data' | 'isError' | 'error' | 'refetch' | 'isPlaceholderData'
  >;
  readonly rows?: number;
  children(data: Data): ReactNode;
}

/** What a query answered: its content, its error above the content that is known, or the place of the content. */
export const Loaded = <Data,>({ query, rows = 8, children }: LoadedProps<Data>) => (
  <>
    <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
    {query.data !== undefined ? (
      <div className="loaded" aria-busy={query.isPlaceholderData}>
        {children(query.data)}
      </div>
    ) : query.isError ? null : (
      <Loading rows={rows} />
    )}
  </>
);
