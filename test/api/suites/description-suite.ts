import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DESCRIPTION_FILE } from '../../../bin/build/data-files.ts';
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

    it('is not sent again to a caller that has it', async () => {
      const first = await service().call('GET', '/openapi.json');
      const tag = first.headers.get('etag') ?? '';
      expect(tag).toMatch(/^".+"$/);
      expect(first.headers.get('cache-control')).toBe('public, max-age=300');
      const again = await service().call('GET', '/openapi.json', { headers: { 'If-None-Match': tag } });
      expect({ status: again.status, tag: again.headers.get('etag'), text: again.text }).toEqual({
        status: 304,
        tag,
        text: '',
      });
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
