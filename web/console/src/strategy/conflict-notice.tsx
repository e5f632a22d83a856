import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { PricingStrategy } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { Notice } from '../feedback/notice.tsx';
import { Time } from '../format/time.tsx';
import { Author } from './author.tsx';
import { ChangesList } from './changes-list.tsx';
import styles from './conflict-notice.module.css';
import { strategyChanges } from './strategy-changes.ts';
import { termsOf } from './strategy-draft.ts';

interface ConflictNoticeProps {
  /** The version that the person began with. */
  readonly base: PricingStrategy;
  readonly current: PricingStrategy;
  /** Parts that both persons changed to different values; undefined if the form has errors. */
  readonly conflicts: readonly string[] | undefined;
  onKeep(): void;
  onDiscard(): void;
}

/** Another person saved a version during the input: what changed, and what to do with the own changes. */
export function ConflictNotice({ base, current, conflicts, onKeep, onDiscard }: ConflictNoticeProps) {
  const { client } = useSession();
  const newest = useQuery({
    queryKey: ['strategy', 'newest', current.version],
    queryFn: async ({ signal }) =>
      (await client.pricingStrategy.history({ limit: 1 }, { signal })).items.find(
        ({ version }) => version === current.version,
      ) ?? null,
  });
  const changes = strategyChanges(termsOf(base), termsOf(current));
  const notice = useRef<HTMLDivElement>(null);
  // The person pressed a button below the form; the notice is above it.
  useEffect(() => notice.current?.focus(), []);
  return (
    <div ref={notice} tabIndex={-1} className={styles.notice}>
      <Notice tone="yellow" title="The strategy was changed during your input" role="alert">
        <p className={styles.text}>
          Version {current.version} was saved on <Time value={current.updated_at} />
          {newest.data ? (
            <>
              {' '}
              by <Author id={newest.data.updated_by} />
            </>
          ) : null}
          . You began with version {base.version}. Your changes are not saved.
        </p>
        {newest.data?.note ? (
          <p className={styles.text}>
            Note: <bdi>{newest.data.note}</bdi>
          </p>
        ) : null}
        {changes.length === 0 ? (
          <p className={styles.text}>Both versions have the same values.</p>
        ) : (
          <ChangesList changes={changes} />
        )}
        <p className={styles.text}>
          {conflicts === undefined
            ? 'Correct the marked fields, then you can keep your changes.'
            : conflicts.length === 0
              ? `If you keep your changes, they are applied to version ${current.version}. They do not undo the changes above.`
              : `You changed the same parts: ${conflicts.join(', ')}. If you keep your changes, these parts have your values.`}
        </p>
        <Group gap="xs">
          <Button size="xs" disabled={conflicts === undefined} onClick={onKeep}>
            Keep my changes
          </Button>
          <Button size="xs" variant="default" onClick={onDiscard}>
            Discard my changes
          </Button>
        </Group>
      </Notice>
    </div>
  );
}
