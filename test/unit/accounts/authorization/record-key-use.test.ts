import { afterEach, describe, expect, it, vi } from 'vitest';
import { issueApiKey } from '../../../../shared/accounts/api-keys/api-key-record.ts';
import { createKeyUseRecorder } from '../../../../shared/accounts/authorization/record-key-use.ts';
import { logOutput } from '../../../../shared/platform/logging/log-output.ts';

const NOON = Date.parse('2026-03-01T12:00:00.000Z');
const MINUTE = 60_000;
const { record: KEY } = issueApiKey({ name: 'Test', mode: 'test', scopes: ['read'] }, new Date(NOON));

function recorderUnderTest(record = async (_hash: string, _day: string) => {}) {
  let time = NOON;
  const written = vi.fn(record);
  const keyUsed = createKeyUseRecorder({ record: written }, () => time);
  const pass = (ms: number) => {
    time += ms;
  };
  return { written, keyUsed, pass };
}

describe('the recorder of uses', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('writes the day once for many calls, and not if the record has it', () => {
    const { written, keyUsed } = recorderUnderTest();

    for (let call = 0; call < 100; call += 1) keyUsed(KEY);
    keyUsed({ ...KEY, hash: 'other', lastUsedOn: '2026-03-01' });
    keyUsed({ ...KEY, hash: 'old', lastUsedOn: '2026-02-28' });

    expect(written.mock.calls).toEqual([
      [KEY.hash, '2026-03-01'],
      ['old', '2026-03-01'],
    ]);
  });

  it('repeats a write after ten minutes until the record has the day, and writes each day', () => {
    const { written, keyUsed, pass } = recorderUnderTest();
    keyUsed(KEY);

    pass(10 * MINUTE - 1);
    keyUsed(KEY);
    expect(written).toHaveBeenCalledTimes(1);
    pass(1);
    keyUsed(KEY);
    expect(written).toHaveBeenCalledTimes(2);
    pass(12 * 60 * MINUTE);
    keyUsed({ ...KEY, lastUsedOn: '2026-03-01' });
    expect(written).toHaveBeenLastCalledWith(KEY.hash, '2026-03-02');
  });

  it('neither waits for the write nor fails with it, and logs no key', async () => {
    const warn = vi.spyOn(logOutput, 'warn').mockImplementation(() => {});
    const { keyUsed } = recorderUnderTest(() => Promise.reject(new Error('throttled')));

    expect(keyUsed(KEY)).toBeUndefined();
    await new Promise(setImmediate);

    expect(warn).toHaveBeenCalledTimes(1);
    expect(String(warn.mock.calls[0])).toContain('AUTHORIZER_KEY_USE_NOT_RECORDED');
    expect(String(warn.mock.calls[0])).not.toContain(KEY.hash);
  });
});
