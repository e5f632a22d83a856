import type { QuoteListItem } from '../api/client.ts';
import { Tone } from '../shell/page.tsx';

const TONES = {
  active: { color: 'blue', label: 'Active' },
  converted: { color: 'green', label: 'Converted' },
  expired: { color: 'gray', label: 'Expired' },
} as const;

const OUTCOMES = {
  lost: { color: 'yellow', label: 'Declined' },
  superseded: { color: 'gray', label: 'Revised' },
} as const;

export function StatusTone({ status, outcome }: Pick<QuoteListItem, 'status' | 'outcome'>) {
  const { color, label } = TONES[status];
  const decided = outcome === 'lost' || outcome === 'superseded' ? OUTCOMES[outcome] : undefined;
  return (
    <>
      <Tone color={color}>{label}</Tone>
      {decided === undefined ? null : (
        <>
          {' '}
          <Tone color={decided.color}>{decided.label}</Tone>
        </>
      )}
    </>
  );
}
