export const RFP_STATUSES = ['awaiting_upload', 'pricing', 'priced', 'awarded', 'closed', 'failed'] as const;
export type RfpStatus = (typeof RFP_STATUSES)[number];

/** What is stored of a status: an open RFP is pricing or priced. */
export const RFP_STATES = ['awaiting_upload', 'open', 'awarded', 'closed', 'failed'] as const;
export type RfpState = (typeof RFP_STATES)[number];

export interface StatusParts {
  readonly state: RfpState;
  /** Chunks of the current run without a result. */
  readonly remaining: number;
}

/** The status of an RFP. It is derived, so that the last chunk of a run needs no further write. */
export function rfpStatus({ state, remaining }: StatusParts): RfpStatus {
  if (state !== 'open') return state;
  return remaining > 0 ? 'pricing' : 'priced';
}

/** Actions of callers on an RFP. */
export type RfpAction = 'rename' | 'change-lanes' | 'reprice' | 'award' | 'close' | 'delete' | 'read-results';

const ALLOWED: Readonly<Record<RfpAction, readonly RfpStatus[]>> = {
  rename: ['awaiting_upload', 'pricing', 'priced', 'awarded'],
  'change-lanes': ['priced'],
  reprice: ['priced'],
  award: ['priced', 'awarded'],
  close: ['priced', 'awarded'],
  delete: RFP_STATUSES,
  'read-results': ['priced', 'awarded', 'closed'],
};

/** Whether an RFP in a status allows an action. */
export const allows = (status: RfpStatus, action: RfpAction): boolean => ALLOWED[action].includes(status);
