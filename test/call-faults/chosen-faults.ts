import { type Fault, type FaultKind, faultsOf } from './fault-kinds.ts';

const FULL = process.env.FULL_LENGTH === 'yes';

const WRITES =
  /(PutItem|UpdateItem|DeleteItem|TransactWriteItems|BatchWriteItem|SendMessage|SendMessageBatch|PutObject|DeleteObject|Encrypt)\b/;

/** In the short form, writes have this fault, and each call site has one of the others in turn. */
const ALWAYS: readonly [FaultKind, Fault['attempts']] = ['applied', 'all'];
const IN_TURN: readonly (readonly [FaultKind, Fault['attempts']])[] = [
  ['failed', 'all'],
  ['applied', 'first'],
  ['empty', 'all'],
  ['throttled', 'all'],
  ['lost', 'first'],
  ['unexpected', 'all'],
  ['failed', 'first'],
  ['lost', 'all'],
  ['throttled', 'first'],
];
/** Of so many sites, one has a slow call in the short form: each takes seconds. */
const SITES_PER_SLOW = 12;

/** Chooses the faults of call sites: all of them, or in the short form some of them in turn. */
export function createFaultChoice(): (site: string) => readonly Fault[] {
  let sites = 0;
  return (site) => {
    const all = faultsOf(site);
    if (FULL) return all;
    sites += 1;
    const isWrite = WRITES.test(site);
    const wanted = [
      ...(isWrite ? [ALWAYS] : []),
      IN_TURN[sites % IN_TURN.length],
      ...(isWrite ? [['conflict', 'all'] as const] : []),
      ...(sites % SITES_PER_SLOW === 0 ? [['slow', 'first'] as const] : []),
    ];
    return all.filter(({ kind, attempts }) =>
      wanted.some((each) => each?.[0] === kind && each[1] === attempts),
    );
  };
}
