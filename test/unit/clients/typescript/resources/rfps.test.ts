import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FreightClient, type RfpDetail } from '../../../../../clients/typescript/src/index.ts';

const RFP_ID = `R-${'0'.repeat(27)}`;

/** A client that reads these statuses in turn, then the last one again. */
function clientReading(...statuses: readonly RfpDetail['status'][]) {
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

describe('a wait until an RFP is priced', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('reads the RFP at growing intervals of at most 5 s, and reports each read', async () => {
    const { client, requests, times } = clientReading('pricing');
    const reads: string[] = [];
    const waiting = new AbortController();
    const wait = client.rfps.waitUntilPriced(RFP_ID, {
      signal: waiting.signal,
      onProgress: ({ status }) => reads.push(status),
    });
    const ended = expect(wait).rejects.toBe('enough');

    await jest.advanceTimersByTimeAsync(25_000);
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
    await jest.advanceTimersByTimeAsync(60_000);
    expect(requests).toHaveLength(reads.length);
  });

  it.each(['priced', 'awarded', 'closed', 'failed'] as const)(
    'returns the RFP that is %s',
    async (status) => {
      const { client, requests } = clientReading('awaiting_upload', 'pricing', status);
      const wait = client.rfps.waitUntilPriced(RFP_ID);
      await jest.advanceTimersByTimeAsync(10_000);
      await expect(wait).resolves.toMatchObject({ rfp_id: RFP_ID, status });
      expect(requests).toHaveLength(3);
    },
  );

  it('rejects with the reason of a signal that was aborted before, without a request', async () => {
    const { client, requests } = clientReading('priced');
    const signal = AbortSignal.abort('too late');
    await expect(client.rfps.waitUntilPriced(RFP_ID, { signal })).rejects.toBe('too late');
    expect(requests).toEqual([]);
  });
});
