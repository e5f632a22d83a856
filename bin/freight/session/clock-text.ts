const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/** Milliseconds of a duration such as "8d", "12h", "5m" or "90s"; undefined for other text. */
export function readSpan(text: string): number | undefined {
  const [, count = '', unit] = /^(\d{1,9})([dhms])$/.exec(text) ?? [];
  const unitMs = UNITS.find(([name]) => name === unit)?.[1];
  const ms = unitMs === undefined ? 0 : Number(count) * unitMs;
  return ms > 0 ? ms : undefined;
}

/** A duration as text such as "8d 12h", truncated to seconds. */
export function spanText(ms: number): string {
  let left = ms;
  const parts = UNITS.flatMap(([name, unitMs]) => {
    const count = Math.floor(left / unitMs);
    left -= count * unitMs;
    return count === 0 ? [] : [`${count}${name}`];
  });
  return parts.join(' ') || 'less than 1s';
}
