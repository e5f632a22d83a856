import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DESCRIPTION_FILE } from '../../../lib/functions/description-file.ts';
import type { ServiceUnderTest } from '../../support/service-under-test.ts';

/** GET and HEAD /openapi.json over HTTP. */
export function descriptionSuite(service: () => ServiceUnderTest): void {
  describe('the description of the API', () => {
    it('is the committed document, without an API key', async () => {
      const { status, headers, json } = await service().call('GET', '/openapi.json');
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/json');
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(json).toEqual(JSON.parse(readFileSync(DESCRIPTION_FILE, 'utf8')));
    });

    it('has headers without a body for HEAD, and no other method', async () => {
      const { status, headers, text } = await service().call('HEAD', '/openapi.json');
      expect({ status, type: headers.get('content-type'), text }).toEqual({
        status: 200,
        type: 'application/json',
        text: '',
      });
      for (const method of ['POST', 'DELETE']) {
        expect(await service().call(method, '/openapi.json')).toMatchObject({ status: 404 });
      }
      expect(await service().call('GET', '/openapi')).toMatchObject({ status: 404 });
    });
  });
}
