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

/** Digits with an optional fraction; commas may separate thousands. */
const NUMBER = /^[-−]?(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d*)?|\.\d+)$/;
const MAX_LENGTH = 20;

/** The number that a person typed, such as "1,250.5"; NaN for other text, also for an empty one. */
export function numberIn(text: string): number {
  const typed = text.trim();
  return typed.length <= MAX_LENGTH && NUMBER.test(typed)
    ? Number(typed.replaceAll(',', '').replace('−', '-'))
    : Number.NaN;
}

/** A range of numbers, both ends included. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly decimals: number;
}

/** What is wrong with a typed number; undefined if it is in the range. */
export function numberError(text: string, { min, max, decimals }: NumberRange): string | undefined {
  const value = numberIn(text);
  if (value >= min && value <= max && Number(value.toFixed(decimals)) === value) return undefined;
  const kind = decimals === 0 ? 'a whole number' : 'a number';
  const places = decimals === 0 ? '' : ` with at most ${decimals} decimal${decimals === 1 ? '' : 's'}`;
  return `Enter ${kind} from ${min} to ${max.toLocaleString('en-US')}${places}.`;
}
