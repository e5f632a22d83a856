import { Link } from 'react-router';
import type { DeliveryWithAttempts } from '../../api/client.ts';
import { CopyValue } from '../../shell/copy-value.tsx';
import { Panel } from '../../shell/panel.tsx';
import { TextBlock } from '../text-block.tsx';

/** The body of each request of a delivery. */
export function PayloadPanel({ delivery: { payload, test } }: { readonly delivery: DeliveryWithAttempts }) {
  if (payload === undefined) {
    return <Panel title="Request body">The body is no longer kept, so the event cannot be sent again.</Panel>;
  }
  const text = JSON.stringify(payload, undefined, 2);
  const quote = test ? undefined : quoteOf(payload);
  return (
    <Panel
      title="Request body"
      note={
        <>
          Each attempt sends the same bytes; here with line breaks for reading.
          {quote === undefined ? null : (
            <>
              {' '}
              <Link to={`/quotes/${encodeURIComponent(quote)}`}>Open the quote</Link>
            </>
          )}
        </>
      }
      actions={<CopyValue value={text} what="the request body" />}
    >
      <TextBlock label="Request body" text={text} />
    </Panel>
  );
}

/** The quote of an event; undefined for other events and deleted quotes. */
function quoteOf(payload: Readonly<Record<string, unknown>>): string | undefined {
  const { event, object } = payload;
  if (event === 'quote.deleted' || typeof object !== 'object' || object === null) return undefined;
  const { quoteNumber } = object as { readonly quoteNumber?: unknown };
  return typeof quoteNumber === 'string' ? quoteNumber : undefined;
}
