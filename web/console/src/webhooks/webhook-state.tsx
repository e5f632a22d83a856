import type { DeliveryStatus } from '../api/client.ts';
import { Tone } from '../shell/tone.tsx';

/** Whether a webhook receives events. */
export const WebhookState = ({ enabled }: { readonly enabled: boolean }) => (
  <Tone color={enabled ? 'green' : 'gray'}>{enabled ? 'Active' : 'Disabled'}</Tone>
);

const DELIVERY_TONES = {
  pending: { color: 'blue', label: 'Pending' },
  delivered: { color: 'green', label: 'Delivered' },
  failed: { color: 'red', label: 'Failed' },
} as const;

export function DeliveryState({ status }: { readonly status: DeliveryStatus }) {
  const { color, label } = DELIVERY_TONES[status];
  return <Tone color={color}>{label}</Tone>;
}
