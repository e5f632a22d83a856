import { Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo } from 'react';
import { useParams } from 'react-router';
import type { QuoteStop, RfpDetail, RfpLaneResult } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { FileColumns } from '../columns/column-fields.tsx';
import { LANES } from '../columns/mapped-files.ts';
import { count, counted } from '../format/numbers.ts';
import type { MapLane, MapPoint } from '../map/map-content.ts';
import { type ConfidenceGrade, gradeOf } from '../rates/confidence.ts';
import { Loading, Notice, TextList } from '../shell/feedback.tsx';
import { LoadedPage, Page, Panel, Time, Tone } from '../shell/page.tsx';
import { RfpActions } from './rfp-actions.tsx';
import { RfpLanes, useRfpLanes } from './rfp-lanes.tsx';
import { isRunning, RfpStatusTone } from './rfp-status.tsx';
import { RfpSummary, RfpTotals } from './rfp-summary.tsx';

const FAILURES: Readonly<Record<NonNullable<RfpDetail['error']>['code'], string>> = {
  FILE_INVALID: 'The file cannot be read as lanes',
  COLUMNS_NOT_UNDERSTOOD: 'The columns of the file are not understood',
  USAGE_LIMIT_EXCEEDED: 'The monthly limit is reached',
  BILLING_REQUIRED: 'The organization has no billing information',
};

function RfpProgress({ rfp: { status, lanes, error, upload_until } }: { readonly rfp: RfpDetail }) {
  if (error !== null) {
    return (
      <Notice tone="red" title={FAILURES[error.code]}>
        <p className="text">
          <bdi>{error.message}</bdi> Delete this RFP and make another one.
        </p>
      </Notice>
    );
  }
  if (status === 'awaiting_upload') {
    return (
      <div className="stack" role="status">
        <p className="text">
          The file of lanes is not read yet.
          {upload_until === null ? null : (
            <>
              {' '}
              It can be sent until <Time value={upload_until} />.
            </>
          )}
        </p>
      </div>
    );
  }
  if (status !== 'pricing') return null;
  const done = lanes.priced + lanes.failed;
  const share = lanes.total === 0 ? 0 : done / lanes.total;
  return (
    <div className="stack">
      <p className="text" role="status">
        {done < lanes.total
          ? `Pricing: ${count(done)} of ${counted(lanes.total, 'lane')} have a result.`
          : 'Updating the prices of changed lanes.'}
      </p>
      <Progress value={share * 100} aria-label={`${Math.floor(share * 100)}% of the lanes have a result`} />
    </div>
  );
}

interface RfpColumnsProps {
  readonly columns: NonNullable<RfpDetail['columns']>;
  readonly notes: RfpDetail['notes'];
}

function RfpColumns({ columns, notes }: RfpColumnsProps) {
  const unread = columns.unread.length;
  return (
    <Panel
      title="Columns of the file"
      note={`${counted(columns.read.length, 'column')} read, ${unread === 0 ? 'none' : unread} not read.`}
    >
      <TextList texts={notes} />
      <details>
        <summary>Show the columns</summary>
        <FileColumns kind={LANES} {...columns} />
      </details>
    </Panel>
  );
}

const UsMap = lazy(() => import('../map/us-map.tsx'));

function LanesMap({ page }: { readonly page: readonly RfpLaneResult[] | undefined }) {
  const { points, lanes, counts } = useMemo(() => lanesOnMap(page ?? []), [page]);
  if (lanes.length === 0) return null;
  return (
    <Panel title="Map" note="The lanes of this page. Lines connect both places; they are not the roads.">
      <Suspense fallback={<Loading />}>
        <UsMap
          label={`Map of ${counted(lanes.length, 'lane')}, which the table lists`}
          points={points}
          lanes={lanes}
          fit
        />
      </Suspense>
      <ul className="legend" aria-label="Confidence of the lines">
        <li>
          <Tone color="green">High ({counts.High})</Tone>
        </li>
        <li>
          <Tone color="yellow">Medium ({counts.Medium})</Tone>
        </li>
        <li>
          <Tone color="red">Low ({counts.Low})</Tone>
        </li>
      </ul>
    </Panel>
  );
}

const LIST = { path: '/rfps', title: 'RFPs' };
const POLL_MS = 1_500;

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
  return (
    <LoadedPage query={rfp} title="RFP" parent={LIST}>
      {(data) => <RfpContent key={rfpId} rfp={data} />}
    </LoadedPage>
  );
}

function RfpContent({ rfp }: { readonly rfp: RfpDetail }) {
  const page = useRfpLanes(rfp);
  const hasResults = rfp.lanes.priced + rfp.lanes.failed > 0;
  return (
    <Page
      title={rfp.name}
      parent={LIST}
      lead={
        <>
          <RfpStatusTone status={rfp.status} /> · <code>{rfp.rfp_id}</code>
        </>
      }
      actions={<RfpActions rfp={rfp} />}
    >
      <RfpProgress rfp={rfp} />
      {rfp.simulated ? (
        <Notice tone="yellow" title="Prices rest on simulated loads">
          <p className="text">Lanes with the note Simulated are an example and not an offer.</p>
        </Notice>
      ) : null}
      <div className="stack">
        {hasResults ? (
          <>
            <RfpLanes rfp={rfp} page={page} />
            <RfpTotals rfp={rfp} />
          </>
        ) : null}
        <RfpSummary rfp={rfp}>{hasResults ? <LanesMap page={page.lanes.data?.items} /> : null}</RfpSummary>
        {rfp.columns === null ? null : <RfpColumns columns={rfp.columns} notes={rfp.notes} />}
      </div>
    </Page>
  );
}

type Label = ConfidenceGrade['label'];

export interface LanesOnMap {
  /** Each place once. */
  readonly points: readonly MapPoint[];
  /** Lanes with a low confidence last, so that others do not cover them. */
  readonly lanes: readonly MapLane[];
  readonly counts: Readonly<Record<Label, number>>;
}

const DRAW_ORDER: readonly Label[] = ['High', 'Medium', 'Low'];

/** The priced lanes as lines in the color of their confidence. */
function lanesOnMap(results: readonly RfpLaneResult[]): LanesOnMap {
  const points = new Map<string, MapPoint>();
  const add = ({ name, type, coordinates }: QuoteStop) => {
    const key = `${type} ${coordinates.join()}`;
    if (!points.has(key)) points.set(key, { key, name, kind: type, coordinates });
  };
  const lines = results.flatMap(({ index, route, analysis }) => {
    if (route === null || analysis === null) return [];
    const { origin, destination } = route;
    add(origin);
    add(destination);
    const { label, color } = gradeOf(analysis.confidence_score);
    const name = `${origin.name} to ${destination.name}: ${label} confidence (${analysis.confidence_score} of 100)`;
    const ends = [origin.coordinates, destination.coordinates] as const;
    return [{ label, lane: { key: String(index), name, ends, tone: color } }];
  });
  const ofLabel = (label: Label) => lines.filter((line) => line.label === label);
  return {
    points: [...points.values()],
    lanes: DRAW_ORDER.flatMap((label) => ofLabel(label).map(({ lane }) => lane)),
    counts: { High: ofLabel('High').length, Medium: ofLabel('Medium').length, Low: ofLabel('Low').length },
  };
}
