import { lazy, Suspense, useMemo } from 'react';
import type { RfpLaneResult } from '../api/client.ts';
import { Loading } from '../feedback/loading.tsx';
import { counted } from '../format/numbers.ts';
import { Panel } from '../shell/panel.tsx';
import { Tone } from '../shell/tone.tsx';
import { lanesOnMap } from './lanes-on-map.ts';
import styles from './rfps.module.css';

const UsMap = lazy(() => import('../map/us-map.tsx'));

/** The lanes of a page on the map, colored by confidence. */
export function LanesMap({ page }: { readonly page: readonly RfpLaneResult[] | undefined }) {
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
      <ul className={styles.legend} aria-label="Confidence of the lines">
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
