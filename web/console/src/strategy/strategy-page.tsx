import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { PricingStrategy } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { LeaveGuard } from '../shell/dialog.tsx';
import { Loaded } from '../shell/feedback.tsx';
import { Page, Time } from '../shell/page.tsx';
import { strategyChanges, termsOf } from './strategy-changes.ts';
import { type EditedStrategy, StrategyEditor } from './strategy-editor.tsx';
import { StrategyHistory } from './strategy-history.tsx';

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
      <Loaded query={strategy}>{(current) => <Strategy current={current} />}</Loaded>
    </Page>
  );
}

const unchanged = (base: PricingStrategy): EditedStrategy => ({ base, terms: termsOf(base) });

/**
 * Unsaved input by organization and mode: another organization never sees it. Only in the memory of the tab, where it
 * survives a key that expires during the input.
 */
const kept = new Map<string, EditedStrategy>();

function Strategy({ current }: { readonly current: PricingStrategy }) {
  const { organization } = useSession();
  const account = `${organization.id} ${organization.mode}`;
  const [parameters, setParameters] = useSearchParams();
  const [edited, setEdited] = useState(() => kept.get(account) ?? unchanged(current));
  const edit = (next: EditedStrategy) => {
    kept.set(account, next);
    setEdited(next);
  };
  const { base, terms } = edited;
  const isChanged = strategyChanges(base, terms).length > 0;
  // Without own changes, the form follows the changes of other persons. After a save whose answer was lost, the current
  // version has the own changes.
  const isFollowing = !isChanged || strategyChanges(current, terms).length === 0;
  if (isFollowing && base.version !== current.version) setEdited(unchanged(current));
  return (
    <>
      <p className="note">
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
        value={parameters.get('tab') === 'history' ? 'history' : 'values'}
        onChange={(next) => setParameters(next === 'history' ? { tab: 'history' } : {}, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="md" aria-label="Pricing strategy">
          <Tabs.Tab value="values">Values</Tabs.Tab>
          <Tabs.Tab value="history">History</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="values">
          <StrategyEditor current={current} edited={edited} onChange={edit} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <StrategyHistory
            onUse={(used) => {
              edit({ base, terms: termsOf(used) });
              setParameters({}, { replace: true });
            }}
          />
        </Tabs.Panel>
      </Tabs>
      <LeaveGuard
        hasChanges={isChanged}
        text="Your changes to the pricing strategy are not saved. If you leave, they are lost."
        onLeave={() => kept.delete(account)}
      />
    </>
  );
}
