import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { CreateChatBody } from '../api/client.ts';
import { useIdempotencyKey, useSession } from '../api/session.tsx';
import { FormLines, FormText } from '../form/form.tsx';
import { FormCustomer } from '../form/form-customer.tsx';
import { SendingForm } from '../form/form-dialog.tsx';
import { today } from '../format/dates.ts';
import { Page } from '../shell/page.tsx';

export default function NewChatPage() {
  const { client, readOnly } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const create = async (body: CreateChatBody) => {
    const { chat_id } = await client.chats.create(body, { idempotencyKey: keyFor(body) });
    void queries.invalidateQueries({ queryKey: ['chats', 'list'] });
    await navigate(`/chats/${encodeURIComponent(chat_id)}`);
  };
  return (
    <Page
      title="Paste a mail"
      parent={{ path: '/chats', title: 'Chats' }}
      lead="The lanes are read from the text. Nothing is priced or sent before you choose it."
      blocked={readOnly}
    >
      <SendingForm<CreateChatBody>
        label="Mail"
        className="fields card"
        initial={{ text: '', received_at: today(), channel: 'console' }}
        action="Read the mail"
        send={create}
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
        <FormCustomer description="For the quotes and RFPs of the chat" />
        <FormText
          name="received_at"
          label="Written on"
          description="“Thursday” is the next Thursday from this day"
          type="date"
        />
        <p className="note wide">
          Mails are personal data. The chat is erased 180 days after it was created; you can delete it before.
        </p>
      </SendingForm>
    </Page>
  );
}
