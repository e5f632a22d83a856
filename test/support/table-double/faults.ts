import { Crash } from '../provisioning-under-test.ts';
import { cancelled } from './writes.ts';

/** A fault of a write. */
export type Fault = 'none' | 'conflict' | 'lost-answer' | 'crash-before' | 'crash-after';

/** Applies the fault to a write. @throws Crash if the writer crashes before or after the write is applied. */
export async function underFault(fault: Fault, apply: () => unknown): Promise<unknown> {
  if (fault === 'conflict') throw cancelled(['None', 'TransactionConflict']);
  if (fault === 'crash-before') throw new Crash();
  const answer: unknown = await apply();
  if (fault === 'crash-after') throw new Crash();
  if (fault === 'lost-answer') {
    throw Object.assign(new Error('applied, but timed out'), { name: 'TimeoutError' });
  }
  return answer;
}
