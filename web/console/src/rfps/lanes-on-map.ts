import type { QuoteStop, RfpLaneResult } from '../api/client.ts';
import type { MapLane, MapPoint } from '../map/map-content.ts';
import { type ConfidenceGrade, gradeOf } from '../rates/confidence.ts';

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
export function lanesOnMap(results: readonly RfpLaneResult[]): LanesOnMap {
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
