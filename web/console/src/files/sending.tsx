import { Progress } from '@mantine/core';
import { percent } from '../format/numbers.ts';
import { ErrorNotice, Notice } from '../shell/feedback.tsx';
import { SendInterruptedError, SendRejectedError } from './send-file.ts';

/** How much of a file was sent. @param share 0 to 1 */
export const Sending = ({ share }: { readonly share: number }) => (
  <div className="stack">
    <p className="text">Sending the file: {percent(Math.floor(share * 100) / 100)}</p>
    <Progress value={share * 100} aria-label={`${Math.floor(share * 100)}% of the file was sent`} />
  </div>
);

/** Why a file was not sent. */
export function SendFailed({ error }: { readonly error: Error | null }) {
  if (error === null) return null;
  if (error instanceof SendInterruptedError) {
    return (
      <Notice tone="red" title="The file was not sent completely" role="alert">
        <p className="text">
          Check your network and try again. A file that has already arrived is not sent again.
        </p>
      </Notice>
    );
  }
  if (error instanceof SendRejectedError) {
    return (
      <Notice tone="red" title="The file was not accepted" role="alert">
        <p className="text">The permission to send this file has ended. Try again to get a new one.</p>
      </Notice>
    );
  }
  return <ErrorNotice error={error} />;
}
