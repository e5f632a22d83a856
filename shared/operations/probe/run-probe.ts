import * as v from 'valibot';
import type { ProbeSettings } from './probe-settings.ts';

/** A lane and a quote that need every part of pricing: terminals, places, distances, diesel prices, costs. */
const LANE = {
  originTerminal: 'APM Elizabeth Terminal',
  destinationCity: 'Chicago',
  destinationState: 'IL',
  destinationZip: '60632',
};
const QUOTE = { origin: 'USLAX', destination: 'USCHI', equipment_type: 'dryvan' };

/** Longest wait for a response: the time-out of the slowest of these functions. Three calls fit into one run. */
const TIMEOUT_MS = 8_000;

/** What a run found. A run that fails has the step and the reason, without keys and bodies. */
export type ProbeReport =
  | { readonly outcome: 'succeeded'; readonly rateMs: number }
  | { readonly outcome: 'failed'; readonly step: ProbeStep; readonly reason: string };

type ProbeStep = 'settings' | 'rate' | 'quote' | 'delete';

class ProbeStepError extends Error {
  override readonly name = 'ProbeStepError';
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Prices a lane, then makes a quote, whose event goes to the webhook of the probe, and deletes the quote. Never throws, so
 * that Lambda does not retry: the next run follows soon.
 */
export async function runProbe(
  { url, headers }: ProbeSettings,
  now: () => Date,
  request: Fetch = fetch,
): Promise<ProbeReport> {
  const call = async (method: 'POST' | 'DELETE', path: string, body?: unknown): Promise<unknown> => {
    const response = await request(`${url.replace(/\/$/, '')}${path}`, {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    });
    const text = await response.text();
    if (!response.ok) throw new ProbeStepError(`status ${response.status}`);
    return JSON.parse(text);
  };
  let step: ProbeStep = 'rate';
  try {
    const startedAt = now().getTime();
    const rates = await call('POST', '/api/v1/rates', [LANE]);
    const rateMs = now().getTime() - startedAt;
    if (!hasPrice(rates)) throw new ProbeStepError('no lane has a price');
    step = 'quote';
    const quoteId = quoteIdOf(
      await call('POST', '/api/v1/quotes', { ...QUOTE, pickup_date: now().toISOString().slice(0, 10) }),
    );
    step = 'delete';
    await call('DELETE', `/api/v1/quotes/${quoteId}`);
    return { outcome: 'succeeded', rateMs };
  } catch (error) {
    return { outcome: 'failed', step, reason: reasonOf(error) };
  }
}

const rateResponse = v.object({
  data: v.array(v.object({ analysis: v.object({ suggestedRate: v.pipe(v.number(), v.minValue(1)) }) })),
});
const quoteResponse = v.object({ quote: v.object({ quote_id: v.pipe(v.string(), v.regex(/^[\w-]+$/)) }) });

const hasPrice = (body: unknown): boolean => {
  const read = v.safeParse(rateResponse, body);
  return read.success && read.output.data.length === 1;
};

function quoteIdOf(body: unknown): string {
  const read = v.safeParse(quoteResponse, body);
  if (!read.success) throw new ProbeStepError('no quote in the response');
  return read.output.quote.quote_id;
}

/** Never the text of a foreign error, which may contain parts of the response. */
function reasonOf(error: unknown): string {
  if (error instanceof ProbeStepError) return error.message;
  return error instanceof Error ? error.name : 'unknown';
}
