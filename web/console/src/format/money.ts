const WITH_CENTS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** An amount in USD with cents. */
export const dollars = (amount: number): string => WITH_CENTS.format(amount);

const WITH_MILLS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 3,
});

/** A price of fuel in USD, which has three decimals. */
export const fuelPrice = (amount: number): string => WITH_MILLS.format(amount);

const SIGNED = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  signDisplay: 'exceptZero',
});

/** A difference in USD, with its sign. */
export const signedDollars = (amount: number): string => SIGNED.format(amount);

/** Rounds to cents, so that differences of amounts have no binary remainder. */
export const toCents = (amount: number): number => Math.round(amount * 100) / 100;
