import { lazy, Suspense, useId, useMemo } from 'react';
import type { RoadRoute } from '../api/client.ts';
import { miles } from '../format/numbers.ts';
import { Loading } from '../shell/feedback.tsx';
import styles from './map.module.css';
import { type Coordinates, type MapPoint, routeLine } from './map-content.ts';

const UsMap = lazy(() => import('./us-map.tsx'));

interface End {
  readonly name: string;
  readonly kind: MapPoint['kind'];
  readonly coordinates: Coordinates;
}

interface LaneMapProps {
  readonly origin: End;
  readonly destination: End;
  readonly stops?: readonly End[];
  /** Without a route, the line only connects both ends. */
  readonly route?: RoadRoute | undefined;
}

const NO_STOPS: readonly End[] = [];

export function LaneMap({ origin, destination, stops = NO_STOPS, route }: LaneMapProps) {
  const points = useMemo(
    () => [
      { key: 'origin', showName: true, ...origin },
      ...stops.map((stop, index) => ({ key: `stop ${index}`, showName: true, ...stop })),
      { key: 'destination', showName: true, ...destination },
    ],
    [origin, destination, stops],
  );
  const path = useMemo(() => routeLine(route), [route]);
  const line = useMemo(() => path ?? points.map(({ coordinates }) => coordinates), [path, points]);
  const isRoute = path !== undefined;
  return (
    <>
      <p className="note">
        {isRoute
          ? 'The miles come from this path over highways. It is not guidance for drivers.'
          : 'The line connects both places. It is not the road that the miles come from.'}
      </p>
      <Suspense fallback={<Loading />}>
        <UsMap
          label={`Map from ${origin.name} to ${destination.name}`}
          points={points}
          line={line}
          isRoute={isRoute}
          fit
        />
      </Suspense>
      {route === undefined || !isRoute ? null : <Highways route={route} />}
    </>
  );
}

function Highways({ route: { highways, notes } }: { readonly route: RoadRoute }) {
  const heading = useId();
  return (
    <>
      {highways.length === 0 ? (
        <p className="note">The path uses only local roads.</p>
      ) : (
        <>
          <p className="subtitle" id={heading}>
            Highways in their order, without local roads
          </p>
          <ol className={styles.highways} aria-labelledby={heading}>
            {highways.map(({ name, miles: length }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a path can use a highway twice, and never changes
              <li key={index}>
                <bdi className={styles.name}>{name}</bdi> {miles(length)}
              </li>
            ))}
          </ol>
        </>
      )}
      {notes.map((note) => (
        <p key={note} className="note">
          <bdi>{note}</bdi>
        </p>
      ))}
    </>
  );
}
