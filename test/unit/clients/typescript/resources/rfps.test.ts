import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FreightClient, type RfpDetail } from '../../../../../clients/typescript/src/index.ts';

const RFP_ID = `R-${'0'.repeat(27)}`;

/** A client that reads these statuses in turn, then the last one again. */
function clientWithStatuses(...statuses: readonly RfpDetail['status'][]) {
  const requests: string[] = [];
  const times: number[] = [];
  const client = new FreightClient({
    apiKey: 'frk_test_key',
    baseUrl: 'http://localhost:1',
    fetch: async (url, { method }) => {
      const status = statuses[Math.min(requests.length, statuses.length - 1)];
      times.push(Date.now());
      requests.push(`${method} ${new URL(url).pathname}`);
      return Response.json({ rfp: { rfp_id: RFP_ID, status } });
    },
  });
  return { client, requests, times };
}

describe('the results of an RFP', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const ADDRESS = 'https://bucket.example/organizations/o/rfps/R-1.csv?X-Amz-Signature=secret';
  const notReady = (retryAfter?: string) =>
    Response.json(
      { error: { code: 'RFP_NOT_READY', message: 'Not ready.', details: {} } },
      { status: 409, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } },
    );
  const csv = (text: string) =>
    new Response(text, { headers: { 'content-type': 'text/csv; charset=utf-8' } });

  /** A client that gets these responses in turn. */
  function clientGetting(...responses: readonly Response[]) {
    const requests: { url: string; key: string | null; at: number }[] = [];
    const logged: string[] = [];
    const client = new FreightClient({
      apiKey: 'frk_test_key',
      baseUrl: 'http://localhost:1',
      log: (entry) => logged.push(JSON.stringify(entry)),
      fetch: async (url, { headers }) => {
        requests.push({ url, key: new Headers(headers).get('x-api-key'), at: Date.now() });
        return responses[requests.length - 1] ?? Response.error();
      },
    });
    return { client, requests, logged };
  }

  it('are the CSV of the response', async () => {
    const { client, requests } = clientGetting(csv('a,b\r\n'), csv('a,b\r\n'));
    expect(await client.rfps.results(RFP_ID, { version: 2 })).toBe('a,b\r\n');
    expect(await client.rfps.resultsFile(RFP_ID)).toEqual({ csv: 'a,b\r\n' });
    expect(requests[0]?.url).toBe(
      `http://localhost:1/api/v1/rfps/${RFP_ID}/results.csv?version=2&redirect=false`,
    );
  });

  it('of a large RFP are downloaded from the address of the file without the key, after a wait', async () => {
    const address = Response.json({ file: { url: ADDRESS, expires_at: '2026-11-02T15:04:05Z' } });
    const { client, requests, logged } = clientGetting(notReady('3'), notReady('4'), address, csv('a,b\r\n'));
    const results = client.rfps.results(RFP_ID).withResponse();
    await vi.advanceTimersByTimeAsync(7_000);
    await expect(results).resolves.toMatchObject({ data: 'a,b\r\n', response: { status: 200 } });
    expect(requests.map(({ at }) => at - (requests[0]?.at ?? 0))).toEqual([0, 3_000, 7_000, 7_000]);
    expect(requests.map(({ key }) => key)).toEqual(['frk_test_key', 'frk_test_key', 'frk_test_key', null]);
    expect(requests[3]?.url).toBe(ADDRESS);
    expect(logged.join()).not.toContain('secret');
  });

  it('of a large RFP have an address for a browser', async () => {
    const address = Response.json({ file: { url: ADDRESS, expires_at: '2026-11-02T15:04:05Z' } });
    const { client, requests } = clientGetting(address);
    expect(await client.rfps.resultsFile(RFP_ID)).toEqual({ url: ADDRESS });
    expect(requests).toHaveLength(1);
  });

  it('that do not exist yet are an error at once', async () => {
    const { client } = clientGetting(notReady());
    await expect(client.rfps.results(RFP_ID)).rejects.toMatchObject({ code: 'RFP_NOT_READY' });
  });

  it('are waited for until the signal of the caller', async () => {
    const { client, requests } = clientGetting(notReady('3'), notReady('3'), notReady('3'));
    const waiting = new AbortController();
    const ended = expect(client.rfps.results(RFP_ID, {}, { signal: waiting.signal })).rejects.toBe('enough');
    await vi.advanceTimersByTimeAsync(4_000);
    waiting.abort('enough');
    await ended;
    expect(requests).toHaveLength(2);
  });
});

describe('a wait until an RFP is priced', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('reads the RFP at growing intervals of at most 5 s, and reports each read', async () => {
    const { client, requests, times } = clientWithStatuses('pricing');
    const reads: string[] = [];
    const waiting = new AbortController();
    const wait = client.rfps.waitUntilPriced(RFP_ID, {
      signal: waiting.signal,
      onProgress: ({ status }) => reads.push(status),
    });
    const ended = expect(wait).rejects.toBe('enough');

    await vi.advanceTimersByTimeAsync(25_000);
    const intervals = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    const expected = [500, 750, 1_125, 1_687, 2_531, 3_796, 5_000, 5_000];
    expect(intervals).toHaveLength(expected.length);
    for (const [at, interval] of intervals.entries()) {
      expect(Math.abs(interval - (expected[at] ?? 0))).toBeLessThanOrEqual(1);
    }
    expect(reads).toHaveLength(requests.length);
    expect(new Set(requests)).toEqual(new Set([`GET /api/v1/rfps/${RFP_ID}`]));

    waiting.abort('enough');
    await ended;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(requests).toHaveLength(reads.length);
  });

  it.each(['priced', 'awarded', 'closed', 'failed'] as const)(
    'returns the RFP that is %s',
    async (status) => {
      const { client, requests } = clientWithStatuses('awaiting_upload', 'pricing', status);
      const wait = client.rfps.waitUntilPriced(RFP_ID);
      await vi.advanceTimersByTimeAsync(10_000);
      await expect(wait).resolves.toMatchObject({ rfp_id: RFP_ID, status });
      expect(requests).toHaveLength(3);
    },
  );

  it('rejects with the reason of a signal that was aborted before, without a request', async () => {
    const { client, requests } = clientWithStatuses('priced');
    const signal = AbortSignal.abort('too late');
    await expect(client.rfps.waitUntilPriced(RFP_ID, { signal })).rejects.toBe('too late');
    expect(requests).toEqual([]);
  });
});
