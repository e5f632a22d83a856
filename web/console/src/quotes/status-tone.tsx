import type { QuoteStatus } from '../api/client.ts';
import { Tone } from '../shell/tone.tsx';

const TONES = {
  active: { color: 'blue', label: 'Active' },
  converted: { color: 'green', label: 'Converted' },
  expired: { color: 'gray', label: 'Expired' },
} as const;

export function StatusTone({ status }: { readonly status: QuoteStatus }) {
  const { color, label } = TONES[status];
  return <Tone color={color}>{label}</Tone>;
}
