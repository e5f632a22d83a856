const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/** A span as an operator writes it, in milliseconds; undefined for what is none. "8d", "12h", "5m", "90s". */
export function readSpan(text: string): number | undefined {
  const [, count = '', unit] = /^(\d{1,9})([dhms])$/.exec(text) ?? [];
  const unitMs = UNITS.find(([name]) => name === unit)?.[1];
  const ms = unitMs === undefined ? 0 : Number(count) * unitMs;
  return ms > 0 ? ms : undefined;
}

/** A span to read: "8d 12h"; what is below a second is left out. */
export function spanText(ms: number): string {
  let left = ms;
  const parts = UNITS.flatMap(([name, unitMs]) => {
    const count = Math.floor(left / unitMs);
    left -= count * unitMs;
    return count === 0 ? [] : [`${count}${name}`];
  });
  return parts.join(' ') || 'less than 1s';
}
