import type { ListChatsResultChat } from '../api/client.ts';
import { Tone } from '../shell/page.tsx';

const TONES = {
  ready: { color: 'green', label: 'Ready' },
  needs_input: { color: 'yellow', label: 'Has questions' },
  no_lanes: { color: 'gray', label: 'No lanes' },
} as const;

export const ChatStatusTone = ({ status }: Pick<ListChatsResultChat, 'status'>) => (
  <Tone color={TONES[status].color}>{TONES[status].label}</Tone>
);
