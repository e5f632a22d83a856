import { Link } from 'react-router';
import { useSession } from '../api/session.tsx';
import { queryOf, useFilteredList } from '../form/filters.tsx';
import { LinkButton } from '../shell/buttons.tsx';
import { CursorList, DataTable } from '../shell/data-table.tsx';
import { Empty } from '../shell/feedback.tsx';
import { Page, Time } from '../shell/page.tsx';
import { ChatStatusTone } from './chat-status-tone.tsx';

const PAGE_SIZE = 50;

export default function ChatsPage() {
  const { client, canWrite } = useSession();
  const { list } = useFilteredList(['chats', 'list'], { cursor: '' }, (filter, signal) =>
    client.chats.list({ ...queryOf(filter), limit: PAGE_SIZE }, { signal }),
  );
  return (
    <Page
      title="Chats"
      lead="Mails of customers, and the lanes that they ask for. Each chat is erased 180 days after it was created."
      actions={canWrite ? <LinkButton to="/chats/new">Paste a mail</LinkButton> : undefined}
    >
      <CursorList
        {...list}
        texts={['Newest first.', 'Older chats.']}
        empty={
          <Empty title="No chats yet">
            <p>Paste a mail to quote its lanes without typing them.</p>
          </Empty>
        }
      >
        {(items) => (
          <DataTable
            caption="Chats"
            rows={items}
            rowKey={({ chat_id }) => chat_id}
            columns={[
              {
                title: 'Title',
                isHeader: true,
                cell: ({ chat_id, title }) => (
                  <Link to={`/chats/${encodeURIComponent(chat_id)}`}>
                    <bdi>{title}</bdi>
                  </Link>
                ),
              },
              { title: 'Customer', isMinor: true, cell: ({ customer }) => <bdi>{customer}</bdi> },
              { title: 'Status', cell: ({ status }) => <ChatStatusTone status={status} /> },
              { title: 'Lanes', isNumber: true, cell: ({ lanes }) => lanes },
              { title: 'Created', isMinor: true, cell: ({ created_at }) => <Time value={created_at} /> },
            ]}
          />
        )}
      </CursorList>
    </Page>
  );
}
