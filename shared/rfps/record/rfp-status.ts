export const RFP_STATUSES = ['awaiting_upload', 'pricing', 'priced', 'awarded', 'closed', 'failed'] as const;
export type RfpStatus = (typeof RFP_STATUSES)[number];

/** What is stored of a status: an open RFP is pricing, priced or awarded. */
export const RFP_STATES = ['awaiting_upload', 'open', 'closed', 'failed'] as const;
export type RfpState = (typeof RFP_STATES)[number];

export interface StatusParts {
  readonly state: RfpState;
  /** Chunks of the current run without a result. */
  readonly remaining: number;
  /** Priced lanes that are not excluded. */
  readonly counters: Readonly<Record<'won' | 'lost' | 'open', number>>;
}

/** Whether lanes are won or lost. */
export const hasAwards = ({ counters }: Pick<StatusParts, 'counters'>): boolean =>
  counters.won + counters.lost > 0;

/** The status of an RFP. It is derived, so that the last chunk of a run needs no further write. */
export function rfpStatus({ state, remaining, counters }: StatusParts): RfpStatus {
  if (state !== 'open') return state;
  if (remaining > 0) return 'pricing';
  return hasAwards({ counters }) && counters.open === 0 ? 'awarded' : 'priced';
}

/** Actions of callers on an RFP. */
export type RfpAction =
  | 'rename'
  | 'change-lanes'
  | 'reprice'
  | 'award'
  | 'make-rates'
  | 'close'
  | 'delete'
  | 'read-results';

const ALLOWED: Readonly<Record<RfpAction, readonly RfpStatus[]>> = {
  rename: ['awaiting_upload', 'pricing', 'priced', 'awarded'],
  'change-lanes': ['priced', 'awarded'],
  reprice: ['priced', 'awarded'],
  award: ['priced', 'awarded'],
  'make-rates': ['priced', 'awarded', 'closed'],
  close: ['priced', 'awarded'],
  delete: RFP_STATUSES,
  'read-results': ['priced', 'awarded', 'closed'],
};

/** Whether an RFP in a status allows an action. */
export const allows = (status: RfpStatus, action: RfpAction): boolean => ALLOWED[action].includes(status);
