import { allows } from '../../../../shared/rfps/record/rfp-status.ts';
import type { Rfp } from '../api/client.ts';
import { Tone } from '../shell/page.tsx';

export type RfpStatus = Rfp['status'];

export const STATUS_TITLES: Readonly<Record<RfpStatus, string>> = {
  awaiting_upload: 'Waiting for the file',
  pricing: 'Pricing',
  priced: 'Priced',
  awarded: 'Awarded',
  closed: 'Closed',
  failed: 'Failed',
};

export { allows };

/** Whether the status can change without an action of a person. */
export const isRunning = (status: RfpStatus): boolean => status === 'awaiting_upload' || status === 'pricing';

const COLORS = {
  awaiting_upload: 'gray',
  pricing: 'blue',
  priced: 'green',
  awarded: 'green',
  closed: 'gray',
  failed: 'red',
} as const satisfies Readonly<Record<RfpStatus, string>>;

export const RfpStatusTone = ({ status }: { readonly status: RfpStatus }) => (
  <Tone color={COLORS[status]}>{STATUS_TITLES[status]}</Tone>
);
