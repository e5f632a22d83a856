/**
 * What happens to a call.
 * - lost: the connection breaks before the service receives the call
 * - applied: the service applies the call, and the connection breaks before its response
 * - throttled, failed: the service rejects the call, and applies nothing
 * - slow: the service applies the call, and responds after the timeout of the client
 * - empty, unexpected: the service applies the call, and the body of its response is empty or has other members
 * - conflict: DynamoDB cancels a transaction because of another one
 */
export type FaultKind =
  | 'lost'
  | 'applied'
  | 'throttled'
  | 'failed'
  | 'slow'
  | 'empty'
  | 'unexpected'
  | 'conflict';

/** A fault at a call site: of the first attempt of the SDK, or of all. */
export interface Fault {
  readonly site: string;
  readonly kind: FaultKind;
  readonly attempts: 'first' | 'all';
}

export const faultName = ({ site, kind, attempts }: Fault): string => `${site} ${kind} (${attempts})`;

/** The client cannot detect these faults, so the function cannot be expected to. */
export const isWrongAnswer = ({ kind }: Fault): boolean => kind === 'empty' || kind === 'unexpected';

const RETRIED = ['lost', 'applied', 'throttled', 'failed', 'slow'] as const;

/** All faults of a call site. */
export function faultsOf(site: string): readonly Fault[] {
  const retried = RETRIED.flatMap((kind) => [
    { site, kind, attempts: 'all' as const },
    { site, kind, attempts: 'first' as const },
  ]);
  // Clients do not retry these.
  const once = ['empty', 'unexpected', ...(site.includes('TransactWriteItems') ? ['conflict'] : [])] as const;
  return [...retried, ...once.map((kind) => ({ site, kind: kind as FaultKind, attempts: 'all' as const }))];
}
