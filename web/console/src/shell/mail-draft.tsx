import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ReplyToQuoteResponse } from '../api/client.ts';
import { CopyValue } from './buttons.tsx';
import { ActionButton } from './dialog.tsx';
import { Panel } from './page.tsx';

export function MailDraft({ read }: { read(): PromiseLike<ReplyToQuoteResponse> }) {
  const [draft, setDraft] = useState<ReplyToQuoteResponse>();
  return (
    <Panel title="Mail to the customer" note="A draft without cost and margin. Nothing is sent.">
      {draft === undefined ? (
        <ActionButton run={async () => setDraft(await read())}>Draft a mail</ActionButton>
      ) : (
        <>
          <Textarea label={draft.subject} value={draft.text} autosize readOnly />
          <p>
            <CopyValue value={draft.text} what="the mail" />{' '}
            <a
              href={`mailto:?subject=${encodeURIComponent(draft.subject)}&body=${encodeURIComponent(draft.text)}`}
            >
              Open in your mail program
            </a>
          </p>
        </>
      )}
    </Panel>
  );
}
