import { STEPS } from '../loads/market-levels.ts';
import type { LevelPath } from '../model/level-filter.ts';
import { LOOKBACK_WEEKS } from '../model/market-parameters.ts';
import type { FittedMarket, FreightMarketPath } from '../model/nation-paths.ts';

/** Precision of a stored level: 0.01%. */
const UNIT = 1e-4;
const LARGEST = 32_767;
const PATH_NUMBERS = LOOKBACK_WEEKS + 5;
const FREIGHT_MARKET_NUMBERS = PATH_NUMBERS + STEPS;

/**
 * Encodes the paths of a fitted market in two bytes a number: the nation's path, then those of the freight markets
 * in order.
 */
export function pathsToBytes({
  nation,
  freightMarkets,
}: Pick<FittedMarket, 'nation' | 'freightMarkets'>): Uint8Array<ArrayBuffer> {
  const numbers = pathNumbers(nation);
  for (const { path, curve } of freightMarkets.values()) numbers.push(...pathNumbers(path), ...curve);
  const whole = numbers.map((number) => Math.max(-LARGEST, Math.min(LARGEST, Math.round(number / UNIT))));
  return new Uint8Array(Int16Array.from(whole).buffer);
}

const pathNumbers = ({ means, variance, slope, slopeVariance, changeVariance }: LevelPath): number[] => [
  ...means,
  slope,
  ...[variance, slopeVariance, changeVariance].map(Math.sqrt),
];

/** @param names of the freight markets, in the order in which they were encoded. */
export function pathsFromBytes(
  bytes: Uint8Array,
  names: readonly string[],
): Pick<FittedMarket, 'nation' | 'freightMarkets'> {
  const numbers = new Int16Array(Uint8Array.from(bytes).buffer);
  const at = (from: number, length: number): number[] =>
    Array.from(numbers.subarray(from, from + length), (number) => number * UNIT);
  const pathAt = (from: number): LevelPath => {
    const means = at(from, PATH_NUMBERS);
    const [slope = 0, deviation = 0, ofSlope = 0, ofChange = 0] = means.splice(LOOKBACK_WEEKS + 1);
    return {
      means,
      slope,
      variance: deviation ** 2,
      slopeVariance: ofSlope ** 2,
      changeVariance: ofChange ** 2,
    };
  };
  const freightMarketAt = (from: number): FreightMarketPath => ({
    path: pathAt(from),
    curve: at(from + PATH_NUMBERS, STEPS),
  });
  return {
    nation: pathAt(0),
    freightMarkets: new Map(
      names.map((name, position) => [
        name,
        freightMarketAt(PATH_NUMBERS + position * FREIGHT_MARKET_NUMBERS),
      ]),
    ),
  };
}
