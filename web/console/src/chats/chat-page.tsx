import { Button, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import type {
  ReadChatResultChat as Chat,
  ChatLane,
  CreateChatRfpBody,
  QuoteChatBody,
} from '../api/client.ts';
import { useIdempotencyKey, useSession } from '../api/session.tsx';
import { FormText } from '../form/form.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { addDays, dayText, today } from '../format/dates.ts';
import { counted } from '../format/numbers.ts';
import { DeleteButton, SendForm } from '../shell/dialog.tsx';
import { Empty, ErrorNotice, ResultNotice } from '../shell/feedback.tsx';
import { MailDraft } from '../shell/mail-draft.tsx';
import { LoadedPage, Page, Panel } from '../shell/page.tsx';
import { ChatQuestions } from './chat-questions.tsx';
import { ChatStatusTone } from './chat-status-tone.tsx';
import styles from './chats.module.css';
import { LanePanel } from './lane-panel.tsx';
import { markedParts, partId } from './marked-parts.ts';

type Attachment = Chat['attachments'][number];

const LIST = { path: '/chats', title: 'Chats' };
const DAYS_KEPT = 180;
/** A call quotes at most ten lanes; an RFP prices more. */
const MAX_QUOTED_LANES = 10;

export default function ChatPage() {
  const { chatId = '' } = useParams();
  const { client } = useSession();
  const chat = useQuery({
    queryKey: ['chats', 'one', chatId],
    queryFn: ({ signal }) => client.chats.get(chatId, { signal }),
    staleTime: 0,
  });
  return (
    <LoadedPage query={chat} title="Chat" parent={LIST}>
      {(data) => <ChatDetail key={chatId} chat={data} />}
    </LoadedPage>
  );
}

function ChatDetail({ chat }: { readonly chat: Chat }) {
  const { client, canWrite, canQuote } = useSession();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  /** What an RFP is made of: all lanes, or a file. */
  const [naming, setNaming] = useState<'lanes' | Attachment>();
  const { chat_id: id, version, lanes, questions, quotes } = chat;
  /** Whether lanes had quotes before an answer: each version of a chat has its own. */
  const [wasQuoted, setWasQuoted] = useState(false);
  const reload = () => queries.invalidateQueries({ queryKey: ['chats'] });
  const answer = useMutation({
    mutationFn: async (text: string) => {
      const body = { text, received_at: today() };
      return await client.chats.answer(id, body, { idempotencyKey: keyFor({ ...body, version }) });
    },
    onSuccess: () => {
      if (quotes.length > 0) setWasQuoted(true);
      return reload();
    },
  });
  const quotable = lanes
    .filter(({ missing, index }) => missing.length === 0 && !quotes.some(({ lane }) => lane === index))
    .map(({ index }) => index);
  const quoting = useMutation({
    mutationFn: async (body: QuoteChatBody) => ({ version, quotes: await client.chats.quote(id, body) }),
    onSuccess: async () => {
      await reload();
      void queries.invalidateQueries({ queryKey: ['quotes', 'list'] });
    },
  });
  // Lanes of another version are other lanes.
  const quoted = quoting.data?.version === version ? quoting.data.quotes : [];
  const made = quoted.filter(({ quote }) => quote !== undefined).length;
  return (
    <Page
      title={chat.title}
      parent={LIST}
      lead={
        <>
          <ChatStatusTone status={chat.status} />
          {chat.customer === '' ? null : (
            <>
              {' '}
              · <bdi>{chat.customer}</bdi>
            </>
          )}{' '}
          · Erased after {dayText(addDays(chat.created_at.slice(0, 10), DAYS_KEPT))}, with its texts
        </>
      }
      actions={
        <>
          {canQuote && quotable.length > 0 && quotable.length <= MAX_QUOTED_LANES ? (
            <Button loading={quoting.isPending} onClick={() => quoting.mutate({ lanes: quotable })}>
              Make {counted(quotable.length, wasQuoted ? 'new quote' : 'quote')}
            </Button>
          ) : null}
          {canQuote && lanes.length > 0 ? (
            <Button variant="default" onClick={() => setNaming('lanes')}>
              Make an RFP
            </Button>
          ) : null}
          {canWrite ? (
            <DeleteButton
              title="Delete this chat?"
              confirm="Delete the chat"
              path="/chats"
              list={['chats', 'list']}
              run={() => client.chats.delete(id)}
            >
              Its texts are erased. Quotes and RFPs that were made of it stay.
            </DeleteButton>
          ) : null}
        </>
      }
    >
      {answer.isSuccess ? (
        <ResultNotice key={version} title="The answer was read with the texts before it">
          {wasQuoted ? 'Quotes that were made before it stay open: new quotes do not revise them.' : null}
        </ResultNotice>
      ) : null}
      {quoted.length === 0 ? null : (
        <ResultNotice
          key={quoting.submittedAt}
          title={`${counted(made, 'quote')} of ${counted(quoted.length, 'lane')}`}
        />
      )}
      {/* The error of a price is at its lane. */}
      <ErrorNotice
        error={quoting.variables?.price === undefined ? quoting.error : null}
        onRetry={() => quoting.variables !== undefined && quoting.mutate(quoting.variables)}
      />
      <ErrorNotice
        error={answer.error}
        onRetry={() => answer.variables !== undefined && answer.mutate(answer.variables)}
      />
      <div className="halves">
        <div className="stack">
          {questions.length === 0 ? null : (
            <ChatQuestions
              questions={questions}
              isPending={answer.isPending}
              onAnswer={canWrite ? answer.mutate : undefined}
            />
          )}
          {lanes.length === 0 && questions.length === 0 ? (
            <Empty title="The text asks for no move">
              <p>Add what is missing below, such as “LBCT to Fontana, CA, 40 HC, pick up 12/9”.</p>
            </Empty>
          ) : null}
          {lanes.map((lane) => (
            <LanePanel
              key={lane.index}
              lane={lane}
              quoteId={quotes.find((quote) => quote.lane === lane.index)?.quote_id}
              quoted={quoted.find((quote) => quote.lane === lane.index)}
              onPrice={canQuote ? (price) => quoting.mutateAsync({ lanes: [lane.index], price }) : undefined}
            />
          ))}
          {canWrite ? (
            <CorrectionForm key={version} isPending={answer.isPending} onSend={answer.mutate} />
          ) : null}
          {lanes.length === 0 ? null : (
            <MailDraft key={`${version} ${quotes.length}`} read={() => client.chats.reply(id)} />
          )}
        </div>
        <div className="stack">
          <Files chat={chat} onChoose={canQuote ? setNaming : undefined} />
          <Texts chat={chat} />
        </div>
      </div>
      <RfpDialog chat={chat} source={naming} onClose={() => setNaming(undefined)} />
    </Page>
  );
}

interface FilesProps {
  readonly chat: Chat;
  readonly onChoose: ((file: Attachment) => void) | undefined;
}

const Files = ({ chat: { attachments }, onChoose }: FilesProps) =>
  attachments.length === 0 ? null : (
    <Panel title="Files" note="Files are kept for 7 days after the mail.">
      {attachments.map((file) => (
        <div key={file.index} className="spread">
          <span>
            <bdi>{file.name}</bdi>
            <span className="note"> {file.left_out ?? file.columns.join(', ')}</span>
          </span>
          {file.left_out === null && onChoose !== undefined ? (
            <Button variant="default" onClick={() => onChoose(file)}>
              Make an RFP of it
            </Button>
          ) : null}
        </div>
      ))}
    </Panel>
  );

const Texts = ({ chat: { subject, messages, lanes } }: { readonly chat: Chat }) => (
  // A person with a keyboard scrolls the focused region.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus
  <section className={styles.texts} aria-label="Texts" tabIndex={0}>
    <div className="stack">
      {messages.map(({ text, received_at: received }, source) => (
        <Panel
          // biome-ignore lint/suspicious/noArrayIndexKey: messages are only added at the end
          key={source}
          title={
            source === 0
              ? `Mail of ${dayText(received.slice(0, 10))}`
              : `Answer of ${dayText(received.slice(0, 10))}`
          }
          {...(source === 0 && {
            note: 'Marked words were read, for the lanes with the numbers beside them. Other words were not: signatures, older messages and instructions are no lanes.',
          })}
        >
          {source === 0 && subject !== '' ? (
            <div className={styles.subject}>
              <MarkedText text={subject} lanes={lanes} source="subject" />
            </div>
          ) : null}
          <MarkedText text={text} lanes={lanes} source={source} />
        </Panel>
      ))}
    </div>
  </section>
);

function CorrectionForm({ isPending, onSend }: { isPending: boolean; onSend(text: string): void }) {
  const [text, setText] = useState('');
  return (
    <Panel title="Correct or add">
      <SendForm className="fields" label="Correct or add" onSend={() => text.trim() !== '' && onSend(text)}>
        <Textarea
          label="In words"
          description="“Lane 2 is hazmat”, “Fontana, not Ontario”, or the next mail of the customer"
          className="wide"
          value={text}
          autosize
          minRows={2}
          maxRows={12}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div className="foot">
          <Button type="submit" variant="default" loading={isPending} disabled={text.trim() === ''}>
            Read it
          </Button>
        </div>
      </SendForm>
    </Panel>
  );
}

interface RfpDialogProps {
  readonly chat: Chat;
  /** What the RFP is made of: all lanes of the chat, or a file; undefined while nothing is made. */
  readonly source: 'lanes' | Attachment | undefined;
  onClose(): void;
}

function RfpDialog({ chat, source, onClose }: RfpDialogProps) {
  const { client } = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const keyFor = useIdempotencyKey();
  const { chat_id: id, version } = chat;
  const make = async (body: CreateChatRfpBody) => {
    const options = { idempotencyKey: keyFor({ id, version, ...body }) };
    const { rfp_id } = await client.chats.createRfp(id, body, options);
    void queries.invalidateQueries({ queryKey: ['rfps', 'list'] });
    await navigate(`/rfps/${encodeURIComponent(rfp_id)}`);
  };
  const file = source === 'lanes' ? undefined : source;
  return (
    <FormDialog<CreateChatRfpBody>
      opened={source !== undefined}
      title="Make an RFP"
      label="RFP"
      action="Make the RFP"
      initial={{ name: chat.title, attachment: file?.index }}
      onClose={onClose}
      send={make}
    >
      <p>
        {file === undefined ? `All ${counted(chat.lanes.length, 'lane')}` : `The lanes of ${file.name}`} are
        priced in one go. A lane without equipment is priced for a 40 ft container.
      </p>
      <FormText name="name" label="Name" data-autofocus />
    </FormDialog>
  );
}

interface MarkedTextProps {
  readonly text: string;
  readonly lanes: readonly ChatLane[];
  readonly source: number | 'subject';
}

/** A text of a customer. What was read from it is marked with the numbers of its lanes. */
const MarkedText = ({ text, lanes, source }: MarkedTextProps) => (
  <p className={styles.text} dir="auto">
    {markedParts(text, lanes, source).map((part) =>
      part.lanes === '' ? (
        part.text
      ) : (
        <mark
          key={part.start}
          id={partId(source, part.start)}
          className={`focus-target ${styles.mark}`}
          tabIndex={-1}
          title={`Lane ${part.lanes}: ${part.fields}`}
          data-lanes={part.lanes}
        >
          {part.text}
        </mark>
      ),
    )}
  </p>
);
