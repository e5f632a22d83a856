/** Miles as an integer, so that amounts are exact. */
export const tenths = (miles: number): number => Math.round(miles * 10);

/** The quotient of two integers that are not negative, rounded to an integer, half up. */
export function quotient(dividend: number, divisor: number): number {
  const rest = dividend % divisor;
  return (dividend - rest) / divisor + (2 * rest >= divisor ? 1 : 0);
}
