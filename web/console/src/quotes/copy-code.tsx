import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import type { CreateQuoteBody, Quote } from '../api/client.ts';
import { createQuoteCode, createQuoteCurl, readQuoteCode, readQuoteCurl } from './code-samples.ts';

/** Copies calls of the API for a quote, without the key. */
export function CopyCode({ quote }: { readonly quote: Quote }) {
  const [copied, setCopied] = useState('');
  const { origin } = window.location;
  const body = bodyOf(quote);
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

/** The request that makes the quote again. */
function bodyOf({
  route,
  equipment_type,
  service_details,
  special_requirements,
  customer_reference,
  customer = '',
  rate_source,
  weekly_volume,
}: Quote): CreateQuoteBody {
  const { requested = { origin: route.origin.name, destination: route.destination.name } } = route;
  const pricing = rate_source?.pricing_type ?? 'auto';
  return {
    ...requested,
    equipment_type,
    pickup_date: service_details.pickup_date,
    ...(special_requirements.length === 0 ? {} : { special_requirements }),
    ...(customer_reference === '' ? {} : { customer_reference }),
    ...(customer === '' ? {} : { customer }),
    ...(pricing === 'auto' ? {} : { pricing_type: pricing }),
    ...(weekly_volume == null ? {} : { weekly_volume }),
  };
}
