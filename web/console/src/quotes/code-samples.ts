import type { CreateQuoteBody } from '../api/client.ts';

/** Calls as text to copy. The key is a variable of the shell or of the environment: samples never contain it. */

/** A word of a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export const readQuoteCurl = (baseUrl: string, quoteId: string): string =>
  `curl -s -H "x-api-key: $FREIGHT_API_KEY" ${quoted(`${baseUrl}/api/v1/quotes/${encodeURIComponent(quoteId)}`)}`;

export const createQuoteCurl = (baseUrl: string, body: CreateQuoteBody): string =>
  `curl -s -H "x-api-key: $FREIGHT_API_KEY" -H 'content-type: application/json' ${quoted(`${baseUrl}/api/v1/quotes`)} \\\n  -d ${quoted(JSON.stringify(body))}`;

const client = (baseUrl: string, call: string): string =>
  `import { FreightClient } from 'freight-rates-client';

const { FREIGHT_API_KEY: apiKey = '' } = process.env;
const client = new FreightClient({ apiKey, baseUrl: ${JSON.stringify(baseUrl)} });

${call}
console.log(quote.quote_id, quote.pricing.total_rate);
`;

export const readQuoteCode = (baseUrl: string, quoteId: string): string =>
  client(baseUrl, `const quote = await client.quotes.get(${JSON.stringify(quoteId)});`);

export const createQuoteCode = (baseUrl: string, body: CreateQuoteBody): string =>
  client(baseUrl, `const quote = await client.quotes.create(${JSON.stringify(body, undefined, 2)});`);
