import { Button, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReplyToQuoteResponse } from '../api/client.ts';
import { CopyValue } from './buttons.tsx';
import { ErrorNotice } from './feedback.tsx';
import { Panel } from './page.tsx';

export function MailDraft({ read }: { read(): PromiseLike<ReplyToQuoteResponse> }) {
  const draft = useMutation({ mutationFn: async () => await read() });
  return (
    <Panel title="Mail to the customer" note="A draft without cost and margin. Nothing is sent.">
      <ErrorNotice error={draft.error} onRetry={() => draft.mutate()} />
      {draft.data === undefined ? (
        <Button variant="default" loading={draft.isPending} onClick={() => draft.mutate()}>
          Draft a mail
        </Button>
      ) : (
        <>
          <Textarea label={draft.data.subject} value={draft.data.text} autosize readOnly />
          <p>
            <CopyValue value={draft.data.text} what="the mail" />{' '}
            <a
              href={`mailto:?subject=${encodeURIComponent(draft.data.subject)}&body=${encodeURIComponent(draft.data.text)}`}
            >
              Open in your mail program
            </a>
          </p>
        </>
      )}
    </Panel>
  );
}
