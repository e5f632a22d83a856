/** Size of a chart in pixels, and of the room around its plot. */
const WIDTH = 640;
const HEIGHT = 320;
const ROOM = { left: 56, right: 16, top: 36, bottom: 44 } as const;

export interface Axis {
  readonly low: number;
  readonly high: number;
  /** Values that are marked, with their labels. */
  readonly marks: readonly { readonly at: number; readonly label: string }[];
}

export interface Chart {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  /** SVG elements, as the functions below make them. */
  readonly marks: readonly ((frame: Frame) => string)[];
  readonly legend: readonly { readonly label: string; readonly color: string }[];
}

/** Pixels of values. */
export interface Frame {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

type Point = readonly [x: number, y: number];

const pixel = (value: number): string => value.toFixed(1);
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A line through points. */
export const line =
  (points: readonly Point[], color: string, dashed = false) =>
  ({ x, y }: Frame): string =>
    `<polyline fill="none" stroke="${color}" stroke-width="1.5"${dashed ? ' stroke-dasharray="4 3"' : ''} points="${points
      .map(([px, py]) => `${pixel(x(px))},${pixel(y(py))}`)
      .join(' ')}"/>`;

/** The area between two lines over the same x. */
export const area =
  (lows: readonly Point[], highs: readonly Point[], color: string) =>
  ({ x, y }: Frame): string =>
    `<polygon fill="${color}" points="${[...lows, ...highs.toReversed()]
      .map(([px, py]) => `${pixel(x(px))},${pixel(y(py))}`)
      .join(' ')}"/>`;

export const dots =
  (points: readonly Point[], color: string) =>
  ({ x, y }: Frame): string =>
    points
      .map(([px, py]) => `<circle cx="${pixel(x(px))}" cy="${pixel(y(py))}" r="2" fill="${color}"/>`)
      .join('');

/** A bar from 0 to a value; `width` in values of x. */
export const bar =
  (at: number, width: number, value: number, color: string) =>
  ({ x, y }: Frame): string =>
    `<rect x="${pixel(x(at))}" y="${pixel(y(value))}" width="${pixel(x(at + width) - x(at))}" height="${pixel(
      y(0) - y(value),
    )}" fill="${color}"/>`;

/** The chart as an SVG document. */
export function drawChart({ title, x, y, marks, legend }: Chart): string {
  const bottom = HEIGHT - ROOM.bottom;
  const right = WIDTH - ROOM.right;
  const frame: Frame = {
    x: (value) => ROOM.left + ((value - x.low) / (x.high - x.low)) * (right - ROOM.left),
    y: (value) => bottom - ((value - y.low) / (y.high - y.low)) * (bottom - ROOM.top),
  };
  const text = (px: number, py: number, anchor: string, words: string): string =>
    `<text x="${pixel(px)}" y="${pixel(py)}" text-anchor="${anchor}">${escaped(words)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text(ROOM.left, 18, 'start', title),
    ...y.marks.map(
      ({ at, label }) =>
        `<line x1="${ROOM.left}" x2="${right}" y1="${pixel(frame.y(at))}" y2="${pixel(frame.y(at))}" stroke="#ddd"/>` +
        text(ROOM.left - 6, frame.y(at) + 4, 'end', label),
    ),
    ...x.marks.map(({ at, label }) => text(frame.x(at), bottom + 16, 'middle', label)),
    ...marks.map((mark) => mark(frame)),
    ...legend.map(
      ({ label, color }, position) =>
        `<rect x="${ROOM.left + position * 140}" y="${HEIGHT - 18}" width="10" height="10" fill="${color}"/>` +
        text(ROOM.left + position * 140 + 15, HEIGHT - 9, 'start', label),
    ),
    '</svg>',
    '',
  ].join('\n');
}
