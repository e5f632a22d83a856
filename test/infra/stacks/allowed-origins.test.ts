import { describe, expect, it } from 'vitest';
import { readAllowedOrigins } from '../../../lib/settings/allowed-origins.ts';

describe('allowed origins', () => {
  it('are read with commas between them, each once', () => {
    const text = 'https://app.example.com, http://localhost:5173,https://app.example.com,';
    expect(readAllowedOrigins(text)).toEqual(['https://app.example.com', 'http://localhost:5173']);
  });

  it.each([
    '*',
    'null',
    'app.example.com',
    'https://app.example.com/',
    'http://app.example.com',
    "https://a'b",
    'https://A.b',
  ])('are rejected where one is %s', (origin) => {
    expect(() => readAllowedOrigins(`https://app.example.com,${origin}`)).toThrow(
      `"${origin}" is not an origin`,
    );
  });
});
