import { Tone } from '../shell/page.tsx';
import { type RfpStatus, STATUS_TITLES } from './rfp-status.ts';

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
