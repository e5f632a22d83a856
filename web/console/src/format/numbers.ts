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
export const signedPercent = (value: number): string => `${SIGNED_PERCENT.format(value)}%`;
/** The number with its noun; the plural has an "s". */
export const counted = (value: number, noun: string): string =>
  `${COUNT.format(value)} ${noun}${value === 1 ? '' : 's'}`;

const WITH_CENTS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export const dollars = (amount: number): string => WITH_CENTS.format(amount);

const WITH_MILLS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 3,
});

export const fuelPrice = (amount: number): string => WITH_MILLS.format(amount);

const SIGNED = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  signDisplay: 'exceptZero',
});

export const signedDollars = (amount: number): string => SIGNED.format(amount);

/** Rounds to cents, so that differences of amounts have no binary remainder. */
export const toCents = (amount: number): number => Math.round(amount * 100) / 100;
