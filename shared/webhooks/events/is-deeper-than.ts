/** Whether objects and arrays lie in each other more than `most` deep, the value itself counted. */
export function isDeeperThan(value: unknown, most: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return most === 0 || Object.values(value).some((inner) => isDeeperThan(inner, most - 1));
}
