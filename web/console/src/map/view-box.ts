/** A part of the map, in its units. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Places near each other still show their state. */
const MIN_WIDTH = 110;
/** Space around the places, as a share of their extent. */
const MARGIN = 0.35;

/** The part of the map around the points, with the proportions of the whole map and inside it. */
export function boxAround(points: readonly (readonly [number, number])[], whole: Box): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const ratio = whole.width / whole.height;
  const wanted = Math.max(right - left, (bottom - top) * ratio) * (1 + 2 * MARGIN);
  const width = Math.min(whole.width, Math.max(MIN_WIDTH, wanted));
  const height = width / ratio;
  const inside = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);
  return {
    x: inside((left + right - width) / 2, whole.x, whole.x + whole.width - width),
    y: inside((top + bottom - height) / 2, whole.y, whole.y + whole.height - height),
    width,
    height,
  };
}
