import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { PricingStrategyTerms, PricingStrategyVersion } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { Loading } from '../feedback/loading.tsx';
import { Time } from '../format/time.tsx';
import { Tone } from '../shell/tone.tsx';
import { Author } from './author.tsx';
import { ChangesList } from './changes-list.tsx';
import { strategyChanges } from './strategy-changes.ts';
import styles from './strategy-history.module.css';

const PAGE_SIZE = 20;

interface StrategyHistoryProps {
  /** Puts the values of a version into the form. */
  onUse(terms: PricingStrategyTerms): void;
}

/** The versions of the strategy, newest first, each with its differences from the version before. */
export function StrategyHistory({ onUse }: StrategyHistoryProps) {
  const { client } = useSession();
  const history = useInfiniteQuery({
    queryKey: ['strategy', 'history'],
    queryFn: async ({ pageParam, signal }) =>
      await client.pricingStrategy.history(
        // One more than a page shows: the differences of a version need the version before.
        { limit: PAGE_SIZE + 1, cursor: pageParam },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.next_cursor ?? undefined,
    staleTime: 0,
  });
  if (history.data === undefined)
    return history.isError ? (
      <ErrorNotice error={history.error} onRetry={() => void history.refetch()} />
    ) : (
      <Loading rows={8} />
    );
  const versions = history.data.pages.flatMap(({ items }) => items);
  return (
    <>
      <ol className={styles.versions} reversed>
        {versions.flatMap((version, index) => {
          const before = versions[index + 1];
          // The differences of the last version are known when the next page is loaded.
          return version.version > 0 && before === undefined
            ? []
            : [
                <li key={version.version}>
                  <Version version={version} before={before} isCurrent={index === 0} onUse={onUse} />
                </li>,
              ];
        })}
      </ol>
      {history.isError ? (
        <ErrorNotice error={history.error} onRetry={() => void history.fetchNextPage()} />
      ) : history.hasNextPage ? (
        <Button
          variant="default"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Show older versions
        </Button>
      ) : null}
    </>
  );
}

interface VersionProps {
  readonly version: PricingStrategyVersion;
  readonly before: PricingStrategyVersion | undefined;
  readonly isCurrent: boolean;
  onUse(terms: PricingStrategyTerms): void;
}

function Version({ version, before, isCurrent, onUse }: VersionProps) {
  const { version: number, updated_at, updated_by, note, terms } = version;
  const changes = before === undefined ? [] : strategyChanges(before.terms, terms);
  return (
    <article className={styles.version} aria-label={`Version ${number}`}>
      <div className={styles.head}>
        <div>
          <h2>
            Version {number} {isCurrent ? <Tone color="green">Current</Tone> : null}
          </h2>
          <p className={styles.author}>
            {number === 0 ? (
              'The initial strategy of the organization'
            ) : (
              <>
                <Time value={updated_at} /> by <Author id={updated_by} />
              </>
            )}
          </p>
        </div>
        {isCurrent ? null : (
          <Button variant="default" size="xs" onClick={() => onUse(terms)}>
            Use these values
          </Button>
        )}
      </div>
      {note === '' ? null : (
        <p className={styles.note}>
          <bdi>{note}</bdi>
        </p>
      )}
      {changes.length > 0 ? (
        <ChangesList changes={changes} />
      ) : before === undefined ? null : (
        <p className={styles.author}>The values are the same as in version {before.version}.</p>
      )}
    </article>
  );
}
