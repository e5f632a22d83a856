import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DESCRIPTION_FILE, describeApi, descriptionText } from '../../../openapi/read-description.ts';

describe('the committed description of the API', () => {
  it('is what the code describes; npm run openapi writes it', async () => {
    expect(readFileSync(DESCRIPTION_FILE, 'utf8') === descriptionText(await describeApi())).toBe(true);
  });
});
