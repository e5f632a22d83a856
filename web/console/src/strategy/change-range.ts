import type { PreviewChangeRange } from '../api/client.ts';

/** A range of changes in words, such as "2 to 5% more". */
export function rangeText({
  from_percent: from,
  to_percent: to,
}: Pick<PreviewChangeRange, 'from_percent' | 'to_percent'>): string {
  if (from === 0 && to === 0) return 'No change';
  if (from === null) return to === null ? 'Any change' : `Over ${-to}% less`;
  if (to === null) return `Over ${from}% more`;
  const [near, far, direction] = to > 0 ? [from, to, 'more'] : [-to, -from, 'less'];
  return near === 0 ? `Up to ${far}% ${direction}` : `${near} to ${far}% ${direction}`;
}
