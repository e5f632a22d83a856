const COUNT = new Intl.NumberFormat('en-US');
const ONE_DIGIT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

export const count = (value: number): string => COUNT.format(value);
export const miles = (value: number): string => `${ONE_DIGIT.format(value)} mi`;
/** @param share from 0 to 1 */
export const percent = (share: number): string => `${ONE_DIGIT.format(share * 100)}%`;
const SIGNED_PERCENT = new Intl.NumberFormat('en-US', {
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
});
/** A difference in percent, with its sign. */
export const signedPercent = (value: number): string => `${SIGNED_PERCENT.format(value)}%`;
/** The number with its noun; the plural has an "s". */
export const counted = (value: number, noun: string): string =>
  `${COUNT.format(value)} ${noun}${value === 1 ? '' : 's'}`;
