import { greatCircleMiles } from '../../geography/places/great-circle.ts';
import type { Coordinates } from '../../geography/places/place.ts';

/**
 * Freight by truck out of and into each state in 2024, from and to states of which the center is at least 300 miles away:
 * state, center in degrees, kilotons out and in, million USD out and in. Source: Freight Analysis Framework 5 (Bureau of
 * Transportation Statistics and Federal Highway Administration; public domain), summed here.
 */
const FLOWS = `
AL 32.8 -86.8 29039 22532 61640 57516|AR 34.8 -92.4 28927 20540 43429 44004
AZ 33.4 -112 17976 21423 49485 70066|CA 35.8 -119.4 58767 65293 312601 223442
CO 39.6 -104.9 20797 24892 53690 59120|CT 41.5 -72.7 3458 4458 20974 20545
DE 39.4 -75.6 1637 1331 11107 7190|DC 38.9 -77 79 212 265 2561|FL 28 -81.7 36215 62651 87266 196884
GA 33.5 -84.2 53627 55466 149587 128628|ID 43.3 -115.5 15315 13348 15901 20971
IL 41.3 -88.4 48897 44908 156190 150496|IN 40 -86.2 27482 23731 82298 78183
IA 42 -93.2 12653 11769 48290 30141|KS 38.5 -96.5 18701 12365 63258 39230
KY 37.9 -85.3 23546 17088 63629 56213|LA 30.5 -91.4 30151 28202 37257 57551
ME 44.2 -69.9 6402 2478 6618 9771|MD 39.2 -76.8 6838 8724 29027 44587
MA 42.3 -71.5 10218 10779 37881 47732|MI 42.7 -84.3 20561 19415 109259 79669
MN 45 -93.7 19534 18979 63417 54468|MS 32.6 -89.6 12417 11398 64053 51607
MO 38.5 -92 27913 28723 93926 82507|MT 46.5 -110 10245 12867 6290 17297
NE 41.1 -97.5 15586 17442 33113 31069|NV 37.5 -116.5 5263 8204 13135 24414
NH 43 -71.5 1537 2040 9974 8969|NJ 40.4 -74.4 13457 16069 85049 69930
NM 34.9 -106.5 6894 12899 11135 24344|NY 41.5 -74.6 22604 22965 101320 82983
NC 35.6 -79.5 37251 53244 147837 113324|ND 47 -99 5388 5133 6814 12083
OH 40.3 -82.7 62091 66386 175265 200690|OK 35.5 -97.2 33920 30092 49370 62434
OR 45 -122.7 15519 12412 32135 44436|PA 40.4 -76.8 50029 48918 144589 142736
RI 41.7 -71.5 877 814 6835 3935|SC 34 -81 20585 19208 65316 60956|SD 43.9 -98.5 3987 2981 7957 8302
TN 35.8 -86.6 40064 33592 122513 94687|TX 31 -97 132486 112767 252494 306002
UT 40.6 -111.8 12955 19110 40345 47921|VT 44 -72.8 1560 1387 6865 3987
VA 37.6 -77.8 20897 17298 60918 63454|WA 47.3 -121.6 14162 17328 41399 62599
WV 38.6 -80.9 3454 2667 8771 8702|WI 43.5 -89 22168 19540 78134 56005|WY 42.8 -106.8 6703 4766 3365 7647
`;

interface StateFlows extends Coordinates {
  readonly out: readonly [kilotons: number, millionUsd: number];
  readonly in: readonly [kilotons: number, millionUsd: number];
}

const STATES: readonly StateFlows[] = FLOWS.trim()
  .split(/[\n|]/)
  .map((entry) => {
    const [latitude = 0, longitude = 0, tonsOut = 0, tonsIn = 0, usdOut = 0, usdIn = 0] = entry
      .split(' ')
      .slice(1)
      .map(Number);
    return { latitude, longitude, out: [tonsOut, usdOut], in: [tonsIn, usdIn] };
  });

/** A freight market is about this wide: neighbors count less by a factor of e for each such distance. */
const MARKET_MILES = 150;
/** Part of the value in the balance; the rest is weight. */
const VALUE_PART = 0.65;
/** Flows added to both sides, so that a small state is not an extreme one: kilotons and million USD. */
const FLOOR: readonly [kilotons: number, millionUsd: number] = [5_000, 500];

/**
 * How much more freight leaves a place than arrives there: the logarithm of the ratio, 0 if both are equal. By value
 * more than by weight, because trailers carry little of what is heavy and cheap.
 */
export function freightBalance(point: Coordinates): number {
  const weights = STATES.map((state) => Math.exp(-greatCircleMiles(point, state) / MARKET_MILES));
  const sum = (side: 'out' | 'in', unit: 0 | 1): number =>
    STATES.reduce((total, state, index) => total + (weights[index] ?? 0) * state[side][unit], FLOOR[unit]);
  const byUnit = (unit: 0 | 1) => Math.log(sum('out', unit) / sum('in', unit));
  return byUnit(0) * (1 - VALUE_PART) + byUnit(1) * VALUE_PART;
}
