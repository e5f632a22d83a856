import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import type { Quote } from '../api/client.ts';
import { createQuoteCode, createQuoteCurl, readQuoteCode, readQuoteCurl } from './code-samples.ts';
import { formOfQuote, requestQuote } from './quote-form.ts';

/** Copies calls of the API for a quote, without the key. */
export function CopyCode({ quote }: { readonly quote: Quote }) {
  const [copied, setCopied] = useState('');
  const { origin } = window.location;
  const body = requestQuote(formOfQuote(quote, ''));
  const samples = [
    { label: 'curl: read this quote', text: readQuoteCurl(origin, quote.quote_id) },
    { label: 'curl: create the same quote', text: createQuoteCurl(origin, body) },
    { label: 'TypeScript: read this quote', text: readQuoteCode(origin, quote.quote_id) },
    { label: 'TypeScript: create the same quote', text: createQuoteCode(origin, body) },
  ];
  const copy = async (label: string, text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(`Copied: ${label}`);
    } catch {
      setCopied('The browser did not permit the copy.');
    }
  };
  return (
    <div>
      <Menu withInitialFocusPlaceholder={false} position="bottom-end" shadow="md" width={290}>
        <Menu.Target>
          <Button variant="default">Copy as code</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>The key is a variable: set FREIGHT_API_KEY</Menu.Label>
          {samples.map(({ label, text }) => (
            <Menu.Item key={label} onClick={() => void copy(label, text)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <span role="status" className="hidden-text">
        {copied}
      </span>
    </div>
  );
}
