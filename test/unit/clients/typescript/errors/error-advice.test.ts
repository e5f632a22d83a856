import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { adviceFor } from '../../../../../clients/typescript/src/errors/error-advice.ts';
import { DESCRIPTION_FILE } from '../../../../../lib/functions/description-file.ts';
import { errorCodes } from '../../../../../openapi/typescript-types.ts';

const { paths, components } = JSON.parse(readFileSync(DESCRIPTION_FILE, 'utf8'));

describe('advice', () => {
  // 418 has the advice of no code of the API.
  it.each([...errorCodes([paths, components.responses])].filter((code) => code !== 'invalid_request'))(
    'of %s is its own',
    (code) => {
      expect(adviceFor(code, 418)).not.toBe(adviceFor('unknown code', 418));
    },
  );

  it('of unknown codes and of numbers depends on the status', () => {
    expect(adviceFor('new_code', 401)).toBe(adviceFor('unauthorized', 401));
    expect(adviceFor(403, 403)).toBe(adviceFor('FORBIDDEN', 403));
    expect(adviceFor('toString', 500)).toBe(adviceFor('internal_error', 500));
    expect(adviceFor(409, 409)).toMatch(/idempotency key/);
    expect(adviceFor('unknown', 302)).toMatch(/baseUrl/);
    expect(adviceFor(429, 429)).toMatch(/monthly limit/);
  });
});
