import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { CreateChatBody } from '../api/client.ts';
import { useIdempotencyKey, useSession } from '../api/session.tsx';
import { Form, FormLines, FormText } from '../form/form.tsx';
import { today } from '../format/dates.ts';
import { ErrorNotice } from '../shell/feedback.tsx';
import { Page } from '../shell/page.tsx';

export default function NewChatPage() {
  const { client, readOnly } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const [body, setBody] = useState<CreateChatBody>(() => ({
    ...{ text: '', received_at: today(), channel: 'console' },
  }));
  const creation = useMutation({
    mutationFn: () => client.chats.create(body, { idempotencyKey: keyFor(body) }),
    onSuccess: ({ chat_id }) => {
      void queries.invalidateQueries({ queryKey: ['chats', 'list'] });
      void navigate(`/chats/${encodeURIComponent(chat_id)}`);
    },
  });
  const send = () => creation.mutate();
  return (
    <Page
      title="Paste a mail"
      parent={{ path: '/chats', title: 'Chats' }}
      lead="The lanes are read from the text. Nothing is priced or sent before you choose it."
      blocked={readOnly}
    >
      <Form
        label="Mail"
        className="fields card"
        body={body}
        error={creation.error}
        onChange={setBody}
        onSend={send}
      >
        <FormLines<string>
          name="text"
          label="Text of the mail"
          className="wide"
          read={(text) => text}
          write={(text = '') => text}
          required
          autosize
          minRows={10}
          maxRows={24}
        />
        <FormText name="subject" label="Subject" className="wide" />
        <FormText name="customer" label="Customer" description="For the quotes and RFPs of the chat" />
        <FormText
          name="received_at"
          label="Written on"
          description="“Thursday” is the next Thursday from this day"
          type="date"
        />
        <p className="note wide">
          Mails are personal data. The chat is erased 180 days after it was created; you can delete it before.
        </p>
        <div className="foot">
          <Button type="submit" loading={creation.isPending}>
            Read the mail
          </Button>
        </div>
        <div className="wide">
          <ErrorNotice error={creation.error} onRetry={send} />
        </div>
      </Form>
    </Page>
  );
}
