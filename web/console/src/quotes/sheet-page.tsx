import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useParams } from 'react-router';
import { useSession } from '../api/session.tsx';
import { downloadFile } from '../files/download.ts';
import { ActionButton } from '../shell/dialog.tsx';
import { Loaded } from '../shell/feedback.tsx';
import { Page } from '../shell/page.tsx';
import { SharePanel } from './share-panel.tsx';
import styles from './sheet-page.module.css';

const STYLE = /<style>([\s\S]*?)<\/style>/;

/**
 * An HTML page of the API with its own style, separate from that of the console. The security policy rejects style elements,
 * also those of a blob: address, and permits constructed style sheets.
 */
function SheetDocument({ html }: { readonly html: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE.exec(html)?.[1] ?? '');
    root.adoptedStyleSheets = [style];
    const { body } = new DOMParser().parseFromString(html.replace(STYLE, ''), 'text/html');
    root.replaceChildren(document.adoptNode(body));
  }, [html]);
  return <div ref={host} />;
}

export default function SheetPage() {
  const { quoteId = '' } = useParams();
  const { client } = useSession();
  const sheet = useQuery({
    queryKey: ['quotes', 'sheet', quoteId],
    queryFn: ({ signal }) => client.quotes.sheet(quoteId, 'html', { signal }),
    staleTime: 0,
  });
  const download = async () =>
    downloadFile(`quote-${quoteId}.pdf`, [await client.quotes.sheet(quoteId, 'pdf')], 'application/pdf');
  return (
    <Page
      title="Quote sheet"
      parent={{ path: `/quotes/${encodeURIComponent(quoteId)}`, title: 'Quote' }}
      lead="The quote for its customer, without cost and margin."
      actions={
        <>
          <Button variant="default" disabled={sheet.data === undefined} onClick={() => window.print()}>
            Print
          </Button>
          <ActionButton variant="filled" run={download}>
            Download PDF
          </ActionButton>
        </>
      }
    >
      <Loaded query={sheet} rows={10}>
        {(html) => (
          <>
            <div className={styles.share}>
              <SharePanel quoteId={quoteId} />
            </div>
            <div className={styles.sheet}>
              <SheetDocument html={html} />
            </div>
          </>
        )}
      </Loaded>
    </Page>
  );
}
