/** Whether objects and arrays are nested more than `most` levels deep, with the value itself as level 1. */
export function isDeeperThan(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return most === 0 || Object.values(value).some((inner) => isDeeperThan(inner, most - 1));
}
