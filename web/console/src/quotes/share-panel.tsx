import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { QuotesApiError, type ReadQuoteShareResponse, type ShareQuoteBody } from '../api/client.ts';
import { useSession } from '../api/session.tsx';
import { FormNumber } from '../form/form.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { CopyValue } from '../shell/buttons.tsx';
import { ConfirmButton } from '../shell/dialog.tsx';
import { Loaded, ResultNotice } from '../shell/feedback.tsx';
import { Facts, Panel, Time } from '../shell/page.tsx';

export function SharePanel({ quoteId }: { readonly quoteId: string }) {
  const { client, canWrite } = useSession();
  const queries = useQueryClient();
  const queryKey = ['quotes', 'share', quoteId];
  const [isOpen, setOpen] = useState(false);
  /** What the person did last: the address of a new link, which nothing else keeps, or the revocation. */
  const [done, setDone] = useState<{ readonly url: string | undefined }>();
  const link = useQuery<ReadQuoteShareResponse | null>({
    queryKey,
    queryFn: async ({ signal }) => {
      try {
        return await client.quotes.readShare(quoteId, { signal });
      } catch (error) {
        if (isWithoutLink(error)) return null;
        throw error;
      }
    },
    staleTime: 0,
    // The customer can open the link while this tab is in the background.
    refetchOnWindowFocus: true,
  });
  const hasLink = link.data !== null && link.data !== undefined;
  const share = async (body: ShareQuoteBody) => {
    try {
      // Without an Idempotency-Key: a repeated call replaces the link whose address was lost, and has an address.
      const { url, ...created } = await client.quotes.share(quoteId, body);
      queries.setQueryData(queryKey, created);
      setDone({ url });
    } catch (error) {
      void queries.invalidateQueries({ queryKey });
      throw error;
    }
  };
  const revoke = async () => {
    try {
      await client.quotes.revokeShare(quoteId);
    } catch (error) {
      // Revoked already: by another person, or by an earlier try whose answer was lost.
      if (!isWithoutLink(error)) throw error;
    }
    queries.setQueryData(queryKey, null);
    setDone({ url: undefined });
  };
  return (
    <Panel title="Share link">
      {/* The effects of the dialog come first: its focus return would take the focus from the notice. */}
      <FormDialog<ShareQuoteBody>
        opened={isOpen}
        title={hasLink ? 'Replace the share link?' : 'Create a share link'}
        label="Share link"
        action={hasLink ? 'Replace the link' : 'Create the link'}
        initial={{}}
        onClose={() => setOpen(false)}
        send={share}
      >
        <p>
          {hasLink
            ? 'The current link stops working at once, and the views start at 0.'
            : 'Each person who has the link can open the sheet without an API key.'}
        </p>
        <FormNumber
          name="expires_in_days"
          label="Days until the link expires"
          description="1 to 90. Without a number, the link expires with the quote."
          data-autofocus
        />
      </FormDialog>
      {done?.url === undefined || isOpen ? null : <NewLink key={done.url} url={done.url} />}
      {done !== undefined && done.url === undefined && !hasLink ? (
        <ResultNotice title="The link was revoked" />
      ) : null}
      <Loaded query={link} rows={1}>
        {(shared) =>
          shared === null ? (
            <p className="text">
              This quote has no valid share link. A share link opens the sheet without an API key.
            </p>
          ) : (
            <LinkFacts link={shared} />
          )
        }
      </Loaded>
      {canWrite && link.data !== undefined ? (
        <Group gap="xs" mt="sm">
          <Button
            variant="default"
            onClick={() => {
              setDone(undefined);
              setOpen(true);
            }}
          >
            {hasLink ? 'Replace the link' : 'Create a share link'}
          </Button>
          {hasLink ? (
            <ConfirmButton
              label="Revoke the link"
              title="Revoke the share link?"
              confirm="Revoke"
              isDanger
              run={revoke}
            >
              The link stops working at once. You can create another one.
            </ConfirmButton>
          ) : null}
        </Group>
      ) : null}
    </Panel>
  );
}

const NewLink = ({ url }: { readonly url: string }) => (
  <ResultNotice title="Copy the link now: it is shown once">
    <p>No page and no call shows the address again. If you lose it, replace the link.</p>
    <p className="copyable">
      <a href={url} target="_blank" rel="noopener noreferrer">
        {url}
      </a>
      <CopyValue value={url} what="the share link" />
    </p>
  </ResultNotice>
);

const LinkFacts = ({ link }: { readonly link: ReadQuoteShareResponse }) => (
  <div className="text">
    <Facts
      facts={{
        Expires: <Time value={link.expires_at} />,
        Views: link.views,
        'Last view': link.last_viewed_at === undefined ? 'None' : <Time value={link.last_viewed_at} />,
        Created: <Time value={link.created_at} />,
      }}
    />
  </div>
);

const isWithoutLink = (error: unknown): boolean =>
  error instanceof QuotesApiError && error.code === 'SHARE_LINK_NOT_FOUND';
