import { geoAlbersUsa, geoPath } from 'd3-geo';
import { useMemo } from 'react';
import { feature, mesh } from 'topojson-client';
import atlas from 'us-atlas/states-albers-10m.json';
import styles from './map.module.css';
import {
  type Box,
  boxAround,
  type Coordinates,
  FONT_SIZE,
  type MapLane,
  type MapPoint,
  placeNames,
} from './map-content.ts';

interface UsMapProps {
  readonly label: string;
  readonly points: readonly MapPoint[];
  readonly line?: readonly Coordinates[];
  readonly lanes?: readonly MapLane[];
  /** Whether the line is the driven route; otherwise it only connects the places. */
  readonly isRoute?: boolean;
  readonly fit?: boolean;
  readonly selected?: string | undefined;
  onSelect?(key: string): void;
}

const WHOLE: Box = { x: 0, y: 0, width: 975, height: 610 };

const { states, nation } = atlas.objects;
const shape = geoPath();
// The file has the coordinates of the Albers projection of the US, in pixels.
const LAND = nation === undefined ? '' : (shape(feature(atlas, nation)) ?? '');
const BORDERS =
  states === undefined
    ? ''
    : (shape(mesh(atlas, states as Parameters<typeof mesh>[1], (a, b) => a !== b)) ?? '');
const projection = geoAlbersUsa().scale(1300).translate([487.5, 305]);

/** A map of the United States from a file of the console. A table next to it has the same places for all people. */
export default function UsMap({ label, points, line, lanes, isRoute, fit, selected, onSelect }: UsMapProps) {
  const placed = useMemo(
    () =>
      points.flatMap((point) => {
        // Places outside the projection, such as in Puerto Rico, have no position.
        const position = projection([point.coordinates[1], point.coordinates[0]]);
        return position === null ? [] : [{ ...point, position }];
      }),
    [points],
  );
  const positions = useMemo(
    () =>
      (line ?? [])
        .map(([latitude, longitude]) => projection([longitude, latitude]))
        .filter((position) => position !== null),
    [line],
  );
  const drawn = useMemo(
    () =>
      (lanes ?? []).flatMap((lane) => {
        const [from, to] = lane.ends.map(([latitude, longitude]) => projection([longitude, latitude]));
        return from && to ? [{ ...lane, path: `M${from.join(',')}L${to.join(',')}` }] : [];
      }),
    [lanes],
  );
  const path =
    positions.length < 2 ? undefined : `M${positions.map((position) => position.join(',')).join('L')}`;
  const box =
    fit && placed.length > 0
      ? boxAround([...placed.map(({ position }) => position), ...positions], WHOLE)
      : WHOLE;
  /** Size of a screen pixel in units of the map, for a map that is about 450 pixels wide. */
  const unit = box.width / 450;
  const names = placeNames(
    placed.filter(({ showName }) => showName),
    box,
    unit,
  );
  const missing = points.length - placed.length;
  return (
    <figure className={styles.figure}>
      <svg
        className={styles.map}
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        role="img"
        aria-label={label}
      >
        <path className={styles.land} d={LAND} />
        <path className={styles.borders} d={BORDERS} />
        {path === undefined ? null : <path className={styles.line} data-route={isRoute} d={path} />}
        {drawn.map(({ key, name, tone, path: between }) => (
          <path key={key} className={styles.lane} data-tone={tone} d={between}>
            <title>{name}</title>
          </path>
        ))}
        {placed.map(({ key, name, position: [x, y], kind }) => (
          // The table next to the map does the same by keyboard.
          // biome-ignore lint/a11y/noStaticElementInteractions: see above
          <g
            key={key}
            className={styles.point}
            data-kind={kind}
            data-selected={selected === key}
            data-active={onSelect !== undefined}
            onClick={() => onSelect?.(key)}
          >
            <title>{name}</title>
            <circle cx={x} cy={y} r={(selected === key ? 8 : 5) * unit} />
          </g>
        ))}
        {names.map(({ key, name, ...place }) => (
          <text key={key} className={styles.placeName} fontSize={FONT_SIZE * unit} {...place}>
            {name}
          </text>
        ))}
        {fit ? <Scale box={box} unit={unit} /> : null}
      </svg>
      {missing === 0 ? null : (
        <figcaption className="small">
          {missing === 1 ? 'One place is' : `${missing} places are`} outside the map.
        </figcaption>
      )}
    </figure>
  );
}

/** Miles of a unit of the map: the projection has 1,300 units for the radius of the Earth. */
const MILES_PER_UNIT = 3_959 / 1_300;
const SCALES = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** A bar of a round number of miles, at most a quarter of the map wide. */
function Scale({ box, unit }: { readonly box: Box; readonly unit: number }) {
  const most = (box.width / 4) * MILES_PER_UNIT;
  const miles = SCALES.findLast((length) => length <= most) ?? 1;
  const [x, y] = [box.x + 10 * unit, box.y + box.height - 10 * unit];
  return (
    <g className={styles.scale}>
      <path d={`M${x},${y}h${miles / MILES_PER_UNIT}`} />
      <text x={x} y={y - 5 * unit} fontSize={11 * unit}>
        {miles} mi
      </text>
    </g>
  );
}
