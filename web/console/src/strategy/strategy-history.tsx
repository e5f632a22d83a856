import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { PricingStrategyTerms, PricingStrategyVersion } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { DataTable } from '../shell/data-table.tsx';
import { ErrorNotice, Loaded } from '../shell/feedback.tsx';
import { Time, Tone } from '../shell/page.tsx';
import styles from './strategy.module.css';
import { type StrategyChange, strategyChanges } from './strategy-changes.ts';

const PAGE_SIZE = 20;

interface StrategyHistoryProps {
  onUse(terms: PricingStrategyTerms): void;
}

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
  if (history.data === undefined) return <Loaded query={history}>{() => null}</Loaded>;
  const versions = history.data.pages.flatMap(({ items }) => items);
  return (
    <>
      <ol className="plain stack" reversed>
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
    <article className="card" aria-label={`Version ${number}`}>
      <div className="spread">
        <div>
          <h2>
            Version {number} {isCurrent ? <Tone color="green">Current</Tone> : null}
          </h2>
          <p className="note">
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
        <p className="note">The values are the same as in version {before.version}.</p>
      )}
    </article>
  );
}

/** Who saved a version. Only keys with the scope admin see the names of keys. */
export function Author({ id }: { readonly id: string }) {
  const { client, canAdmin } = useSession();
  const keys = useQuery({
    queryKey: ['strategy', 'key-names'],
    queryFn: async ({ signal }) => (await client.keys.list({ signal })).items,
    enabled: canAdmin,
    retry: false,
  });
  if (id === 'operator') return 'the operator of the service';
  const name = keys.data?.find((key) => key.id === id)?.name;
  return (
    <>
      key {name === undefined ? null : <bdi>{name} </bdi>}
      <code>{id}</code>
    </>
  );
}

export const ChangesList = ({ changes }: { readonly changes: readonly StrategyChange[] }) => (
  <DataTable
    caption="Changes"
    rows={changes}
    rowKey={({ key }) => key}
    columns={[
      { title: 'Part', isHeader: true, cell: ({ label }) => label },
      {
        title: 'Before',
        cell: ({ before }) => <del className={`dimmed ${styles.lines}`}>{before.join('\n')}</del>,
      },
      { title: 'After', cell: ({ after }) => <ins className={styles.lines}>{after.join('\n')}</ins> },
    ]}
  />
);
