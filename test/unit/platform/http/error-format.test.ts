import { describe, expect, it } from 'vitest';
import { errorFormatOfPath } from '../../../../shared/platform/http/error-format.ts';

describe('the error format of a path', () => {
  it.each([
    ['/api/v1/quotes', 'quotes'],
    ['/api/v1/quotes/Q-1/convert', 'quotes'],
    ['/api/v1/pricing-strategy', 'quotes'],
    ['/api/v1/terminals/search', 'rates'],
    ['/api/v1/places/search', 'rates'],
    ['/api/v1/rates', 'rates'],
    ['/api/v1/usage', 'rates'],
    ['/api/v1/organization', 'rates'],
    ['/v1/webhooks', 'general'],
    ['/v1/webhooks/wh_1/deliveries', 'general'],
    ['/', 'general'],
    ['/api/v1/quotesx', 'general'],
    ['/api/v2/rates', 'general'],
  ])('%s has the format %s', (path, errorFormat) => {
    expect(errorFormatOfPath(path)).toBe(errorFormat);
  });
});
