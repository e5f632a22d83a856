import { randomBytes } from 'node:crypto';

/** The header of a new trace, as Lambda sets it for each invocation that is not sampled. */
export function newTraceHeader(): string {
  const hex = (bytes: number) => randomBytes(bytes).toString('hex');
  const time = Math.floor(Date.now() / 1000).toString(16);
  return `Root=1-${time}-${hex(12)};Parent=${hex(8)};Sampled=0;Lineage=1:${hex(4)}:0`;
}
