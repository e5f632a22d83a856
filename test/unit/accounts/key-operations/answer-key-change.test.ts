import { describe, expect, it } from 'vitest';
import { MAX_KEYS, MAX_REPLACED_KEYS } from '../../../../shared/accounts/api-keys/key-register.ts';
import { answerUnchanged } from '../../../../shared/accounts/key-operations/answer-key-change.ts';
import { createInMemoryAnswers } from '../idempotency/in-memory-idempotency-store.ts';
import { keyedCall } from './keys-under-test.ts';

describe('a change of keys that was not made', () => {
  it.each([
    [
      'too-many',
      'conflict',
      `The organization has the maximum of ${MAX_KEYS} API keys in this mode. Delete a key first.`,
    ],
    [
      'too-many-replaced',
      'conflict',
      `The maximum of ${MAX_REPLACED_KEYS} rotated API keys in this mode still work. Delete a rotated key first.`,
    ],
    ['unknown-organization', 'unauthorized', 'Missing organization context'],
  ] as const)('because of %s is rejected as %s', async (reason, kind, message) => {
    const rejection = { kind, message };
    const answers = createInMemoryAnswers();

    expect(await answerUnchanged(answers, reason, undefined)).toEqual({ ok: false, rejection });
    expect(await answerUnchanged(answers, reason, keyedCall('create-key'))).toEqual({ ok: false, rejection });
  });

  it('because a concurrent call was first replays the answer of that call', async () => {
    const answers = createInMemoryAnswers();
    const call = keyedCall('create-key');
    answers.remember({ call, body: '{}' });

    expect(await answerUnchanged(answers, 'answered', call)).toEqual({ ok: true, replayed: '{}' });
    expect(await answerUnchanged(answers, 'already-replaced', call)).toEqual({ ok: true, replayed: '{}' });
  });

  it('is rejected if the answer of the concurrent call is not found', async () => {
    expect(await answerUnchanged(createInMemoryAnswers(), 'answered', keyedCall('create-key'))).toMatchObject(
      { rejection: { code: 'IDEMPOTENCY_CONFLICT' } },
    );
  });

  it('cannot be answered before without an Idempotency-Key', async () => {
    await expect(answerUnchanged(createInMemoryAnswers(), 'answered', undefined)).rejects.toMatchObject({
      name: 'AnswerWithoutKeyError',
    });
  });
});
