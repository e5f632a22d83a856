import type { MarketUpload } from '../api/client.ts';
import { counted } from '../format/numbers.ts';

type State = MarketUpload['state'];

/** Whether the state of an upload can still change. */
export const isRunning = ({ state }: Pick<MarketUpload, 'state'>): boolean =>
  state === 'awaiting_upload' || state === 'importing';

export const STATE_TITLES: Readonly<Record<State, string>> = {
  awaiting_upload: 'Waiting for the file',
  importing: 'Importing',
  imported: 'Imported',
  rejected: 'Not imported',
  failed: 'Stopped',
  expired: 'The file was not sent in time',
  cancelled: 'Cancelled',
};

export const STATE_COLORS = {
  awaiting_upload: 'gray',
  importing: 'blue',
  imported: 'green',
  rejected: 'red',
  failed: 'red',
  expired: 'gray',
  cancelled: 'gray',
} as const satisfies Readonly<Record<State, string>>;

/** What the import does now, in one sentence. */
export function stepText({ step, rows }: Pick<MarketUpload, 'step' | 'rows'>): string {
  switch (step) {
    case 'reading':
      return `Reading the rows: ${counted(rows.read, 'row')} so far.`;
    case 'importing':
      return `Adding the loads of ${counted(rows.read, 'row')}.`;
    case 'publishing':
      return 'Updating your rates.';
    case 'waiting':
      return 'The import waits.';
    default:
      return 'The file has arrived. The import starts soon.';
  }
}
