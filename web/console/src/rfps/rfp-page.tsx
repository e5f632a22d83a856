import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { RfpDetail } from '../api/client.ts';
import { isMissing } from '../api/is-missing.ts';
import { permissionsOf } from '../api/permissions.ts';
import { useSession } from '../api/session.tsx';
import { ErrorNotice } from '../feedback/error-notice.tsx';
import { Loading } from '../feedback/loading.tsx';
import { Page } from '../shell/page.tsx';
import { LanesMap } from './lanes-map.tsx';
import { RfpActions } from './rfp-actions.tsx';
import { RfpColumns } from './rfp-columns.tsx';
import { RfpLanes } from './rfp-lanes.tsx';
import { RfpProgress } from './rfp-progress.tsx';
import { isRunning } from './rfp-status.ts';
import { RfpStatusTone } from './rfp-status-tone.tsx';
import { RfpSummary } from './rfp-summary.tsx';
import styles from './rfps.module.css';
import { type RfpAction, type RfpClick, useRfpAction } from './use-rfp-action.ts';
import { useRfpLanes } from './use-rfp-lanes.ts';

const LIST = { path: '/rfps', title: 'RFPs' };
const POLL_MS = 1_500;

/** An RFP with its progress, its sums, its lanes and what a person can do with it. */
export default function RfpPage() {
  const { rfpId = '' } = useParams();
  const { client } = useSession();
  const rfp = useQuery({
    queryKey: ['rfps', 'one', rfpId],
    queryFn: ({ signal }) => client.rfps.get(rfpId, { signal }),
    // Another tab or another person can change the RFP.
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) =>
      state.error === null && state.data !== undefined && isRunning(state.data.status) ? POLL_MS : false,
  });
  if (rfp.isError && (isMissing(rfp.error) || rfp.data === undefined)) {
    return (
      <Page title="RFP" parent={LIST}>
        <ErrorNotice error={rfp.error} onRetry={() => void rfp.refetch()} />
      </Page>
    );
  }
  if (rfp.data === undefined) return <Loading rows={10} />;
  return (
    <>
      {rfp.isError ? <ErrorNotice error={rfp.error} onRetry={() => void rfp.refetch()} /> : null}
      <RfpContent key={rfpId} rfp={rfp.data} />
    </>
  );
}

function RfpContent({ rfp }: { readonly rfp: RfpDetail }) {
  const { canWrite } = permissionsOf(useSession().organization);
  const action = useRfpAction(rfp.rfp_id);
  const page = useRfpLanes(rfp);
  const [last, setLast] = useState<RfpClick>();
  const hasResults = rfp.lanes.priced + rfp.lanes.failed > 0;
  const send = (click: RfpClick) => {
    setLast(click);
    action.mutate(click);
  };
  const act = (next: RfpAction) => send({ action: next, updatedAt: rfp.updated_at });
  return (
    <Page
      title={rfp.name}
      parent={LIST}
      lead={
        <>
          <RfpStatusTone status={rfp.status} /> · <code>{rfp.rfp_id}</code>
        </>
      }
      actions={<RfpActions rfp={rfp} isPending={action.isPending} onAction={act} />}
    >
      {action.isError ? (
        <ErrorNotice error={action.error} onRetry={() => (last === undefined ? undefined : send(last))} />
      ) : null}
      <RfpProgress rfp={rfp} />
      <div className={styles.panels}>
        <RfpSummary rfp={rfp}>{hasResults ? <LanesMap page={page.lanes.data?.items} /> : null}</RfpSummary>
        {rfp.columns === null ? null : <RfpColumns columns={rfp.columns} notes={rfp.notes} />}
        {hasResults ? (
          <RfpLanes rfp={rfp} page={page} canWrite={canWrite} isPending={action.isPending} onAction={act} />
        ) : null}
      </div>
    </Page>
  );
}
