import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { PricingStrategy, PricingStrategyTerms } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { Loading } from '../feedback/loading.tsx';
import { Time } from '../format/time.tsx';
import { LeaveGuard } from '../shell/leave-guard.tsx';
import { Page } from '../shell/page.tsx';
import { type EditedStrategy, keepDraft, keptDraft } from './kept-draft.ts';
import { strategyChanges } from './strategy-changes.ts';
import { draftOf, draftTerms, termsOf } from './strategy-draft.ts';
import { StrategyEditor } from './strategy-editor.tsx';
import { strategyErrors } from './strategy-errors.ts';
import { StrategyHistory } from './strategy-history.tsx';
import styles from './strategy-page.module.css';

/** The pricing strategy: its values, a preview of a change, and its history. */
export default function StrategyPage() {
  const { client, organization } = useSession();
  const strategy = useQuery({
    queryKey: ['strategy', 'current'],
    queryFn: ({ signal }) => client.pricingStrategy.get({ signal }),
    staleTime: 0,
    // Another person can change the strategy while this tab is in the background.
    refetchOnWindowFocus: true,
  });
  return (
    <Page
      title="Pricing strategy"
      lead={`How the market cost of a move becomes the price of a quote. The strategy applies to quotes in ${organization.mode} mode.`}
    >
      {strategy.data !== undefined ? (
        <Strategy current={strategy.data} />
      ) : strategy.isError ? (
        <ErrorNotice error={strategy.error} onRetry={() => void strategy.refetch()} />
      ) : (
        <Loading rows={10} />
      )}
    </Page>
  );
}

const unchanged = (base: PricingStrategy): EditedStrategy => ({ base, draft: draftOf(termsOf(base)) });

const hasChanges = ({ base, draft }: EditedStrategy): boolean =>
  Object.keys(strategyErrors(draft)).length > 0 ||
  strategyChanges(termsOf(base), draftTerms(draft)).length > 0;

function Strategy({ current }: { readonly current: PricingStrategy }) {
  const { organization } = useSession();
  const account = `${organization.id} ${organization.mode}`;
  const [parameters, setParameters] = useSearchParams();
  const [edited, setEdited] = useState(() => keptDraft(account) ?? unchanged(current));
  const isChanged = hasChanges(edited);
  useEffect(() => keepDraft(account, isChanged ? edited : undefined), [account, edited, isChanged]);
  // Without own changes, the form follows the changes of other persons. After a save whose answer was lost, the current
  // version has the own changes.
  const isFollowing = !isChanged || !hasChanges({ ...edited, base: current });
  if (isFollowing && edited.base.version !== current.version) setEdited(unchanged(current));
  const tab = parameters.get('tab') === 'history' ? 'history' : 'values';
  const use = (terms: PricingStrategyTerms) => {
    setEdited({ ...edited, draft: draftOf(terms) });
    setParameters({}, { replace: true });
  };
  return (
    <>
      <p className={styles.version}>
        Version {current.version}
        {current.updated_at === '' ? (
          ', the initial strategy'
        ) : (
          <>
            , saved on <Time value={current.updated_at} />
          </>
        )}
      </p>
      <Tabs
        value={tab}
        onChange={(next) => setParameters(next === 'history' ? { tab: 'history' } : {}, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="md" aria-label="Pricing strategy">
          <Tabs.Tab value="values">Values</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="values">
          <StrategyEditor current={current} edited={edited} isChanged={isChanged} onChange={setEdited} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <StrategyHistory onUse={use} />
        </Tabs.Panel>
      </Tabs>
      <LeaveGuard
        hasChanges={isChanged}
        text="Your changes to the pricing strategy are not saved. If you leave, they are lost."
        onLeave={() => keepDraft(account, undefined)}
      />
    </>
  );
}
