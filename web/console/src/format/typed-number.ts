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
