import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DESCRIPTION_FILE } from '../../../lib/functions/description-file.ts';
import { ENDPOINTS } from '../../../lib/functions/endpoints.ts';
import type { Endpoint } from '../../../lib/functions/function-definition.ts';
import { MCP } from '../../../lib/functions/mcp-endpoint.ts';
import { CLIENT_TYPES_FILE, describeApi, descriptionText } from '../../../openapi/read-description.ts';
import { typescriptTypes } from '../../../openapi/typescript-types.ts';

describe('the committed description of the API', () => {
  it('is what the code describes; npm run openapi writes it', async () => {
    expect(readFileSync(DESCRIPTION_FILE, 'utf8') === descriptionText(await describeApi())).toBe(true);
  });
});

describe('the MCP server', () => {
  // It describes itself (tools/list), and a generated client would get an operation that it cannot use: decision 0045.
  it('is the only operation that the description leaves out', async () => {
    const { paths } = JSON.parse(descriptionText(await describeApi()));
    const described = ({ method, path }: Endpoint) => paths[path]?.[method.toLowerCase()] !== undefined;
    expect(ENDPOINTS.filter((endpoint) => !described(endpoint)).map(({ path }) => path)).toEqual([MCP.path]);
    expect(Object.keys(paths)).not.toContain(MCP.path);
  });
});

describe('the committed types of the TypeScript client', () => {
  it('are those of the description; npm run openapi writes them', async () => {
    expect(readFileSync(CLIENT_TYPES_FILE, 'utf8') === typescriptTypes(await describeApi())).toBe(true);
  });
});
