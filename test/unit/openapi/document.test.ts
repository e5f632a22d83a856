import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DESCRIPTION_FILE } from '../../../lib/functions/description-file.ts';
import { CLIENT_TYPES_FILE, describeApi, descriptionText } from '../../../openapi/read-description.ts';
import { typescriptTypes } from '../../../openapi/typescript-types.ts';

describe('the committed description of the API', () => {
  it('is what the code describes; npm run openapi writes it', async () => {
    expect(readFileSync(DESCRIPTION_FILE, 'utf8') === descriptionText(await describeApi())).toBe(true);
  });
});

describe('the committed types of the TypeScript client', () => {
  it('are those of the description; npm run openapi writes them', async () => {
    expect(readFileSync(CLIENT_TYPES_FILE, 'utf8') === typescriptTypes(await describeApi())).toBe(true);
  });
});
