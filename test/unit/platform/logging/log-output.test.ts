import { afterEach, expect, it, vi } from 'vitest';
import { log } from '../../../../shared/platform/logging/log.ts';
import * as LOG from '../../../../shared/platform/logging/log-messages.ts';
import { countMetric } from '../../../../shared/platform/logging/metric.ts';

const LEVELS = ['info', 'warn', 'error'] as const;

afterEach(() => vi.restoreAllMocks());

it('lines and metrics reach the log as they are, although Lambda changes the console', () => {
  const written: string[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  }
  // The Node.js runtime of Lambda does this if the log format is JSON.
  for (const level of LEVELS) {
    vi.spyOn(console, level).mockImplementation((message: unknown) =>
      process.stdout.write(`${JSON.stringify({ level: level.toUpperCase(), message })}\n`),
    );
  }

  for (const message of [LOG.searchRecovered, LOG.writeContended, LOG.callFailed]) log(message);
  countMetric('DieselStale');

  expect(written.join('').trim().split('\n').map(parsed)).toEqual([
    expect.objectContaining({ level: 'info', code: LOG.searchRecovered.code }),
    expect.objectContaining({ code: LOG.writeContended.code }),
    expect.objectContaining({ level: 'error', code: LOG.callFailed.code }),
    expect.objectContaining({
      DieselStale: 1,
      _aws: expect.objectContaining({ Timestamp: expect.any(Number) }),
    }),
  ]);
});

const parsed = (line: string): unknown => JSON.parse(line);
