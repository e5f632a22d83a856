/** A decimal number in JavaScript notation, without spaces: "50", "-84.39", ".5", "5.", "1e9", "1e+21". */
const DECIMAL_NUMBER = /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Parses a finite decimal number; NaN for other texts, such as "", " 5", "0x10", "Infinity", "1e999". */
export function readNumber(text: string): number {
  const value = DECIMAL_NUMBER.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(value) ? value : Number.NaN;
}

/** Parses an integer in any decimal notation ("20", "2e1", "20.0"); NaN for other texts and unsafe integers. */
export function readInteger(text: string): number {
  const value = readNumber(text);
  return Number.isSafeInteger(value) ? value : Number.NaN;
}
