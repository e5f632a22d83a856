import { expect, it } from '@jest/globals';
import { readTextUseCase } from '../../../shared/chats/write-chat.ts';

const readAt = (now: string) =>
  readTextUseCase(
    () => ({ adapter: 'grammar', lanes: [], questions: [] }),
    () => new Date(now),
  );

it.each([
  ['2026-12-01', true],
  ['2026-12-01T23:00:00Z', true],
  ['2026-12-02', false],
  ['2026-12-02T00:00:00Z', false],
])('reads a text of %s on 2026-11-30: %s', (receivedAt, isRead) => {
  const read = readAt('2026-11-30T10:00:00Z')({ text: 'Hello', received_at: receivedAt });
  expect(read.ok).toBe(isRead);
  if (!read.ok)
    expect(read.rejection.details).toEqual({
      errors: [
        {
          field: 'received_at',
          message: 'must be the day or time at which the text was written, 2026-12-01 at the latest',
        },
      ],
    });
});
