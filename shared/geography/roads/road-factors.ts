/** Road miles at a great-circle distance. */
interface Knot {
  readonly greatCircle: number;
  readonly road: number;
}

/**
 * Median ratio of road to great-circle miles by band of great-circle miles. Measured on a national highway graph, from 38
 * US terminals to 40,000 ZIP codes. `at` is the geometric mean of the band.
 */
const MEASURED_FACTORS: readonly { readonly at: number; readonly factor: number }[] = [
  { at: Math.sqrt(5 * 15), factor: 1.3 },
  { at: Math.sqrt(15 * 30), factor: 1.22 },
  { at: Math.sqrt(30 * 60), factor: 1.18 },
  { at: Math.sqrt(60 * 100), factor: 1.16 },
  { at: Math.sqrt(100 * 150), factor: 1.16 },
  { at: Math.sqrt(150 * 250), factor: 1.15 },
  { at: Math.sqrt(250 * 400), factor: 1.14 },
  { at: Math.sqrt(400 * 700), factor: 1.13 },
  { at: 1000, factor: 1.12 },
];

const KNOTS: readonly Knot[] = [
  { greatCircle: 0, road: 0 },
  ...MEASURED_FACTORS.map(({ at, factor }) => ({ greatCircle: at, road: at * factor })),
];

const FARTHEST_FACTOR = 1.12;

/**
 * Typical road miles for great-circle miles: linear interpolation of road miles between the middles of the bands. The
 * result is continuous and grows with distance. The first factor applies up to the first knot, the last factor beyond the
 * last knot.
 * @param greatCircle miles, 0 or more.
 */
export function typicalRoadMiles(greatCircle: number): number {
  for (let next = 1; next < KNOTS.length; next++) {
    const before = KNOTS[next - 1];
    const after = KNOTS[next];
    if (!before || !after || after.greatCircle <= greatCircle) continue;
    const share = (greatCircle - before.greatCircle) / (after.greatCircle - before.greatCircle);
    return before.road + share * (after.road - before.road);
  }
  return greatCircle * FARTHEST_FACTOR;
}
