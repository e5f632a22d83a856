/** A decimal number as JavaScript writes or reads one, without blanks: "50", "-84.39", ".5", "5.", "1e9", "1e+21". */
const DECIMAL_NUMBER = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The finite number that a text is; NaN for a text that is none: "", " 5", "0x10", "Infinity", "1e999". */
export function readNumber(text: string): number {
  const value = DECIMAL_NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}

/** The integer that a text is, in any notation of one ("20", "2e1", "20.0"); NaN for other texts and unsafe integers. */
export function readInteger(text: string): number {
  const value = readNumber(text);
  return Number.isSafeInteger(value) ? value : Number.NaN;
}
