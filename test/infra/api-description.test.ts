import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { mappingTemplate } from '../../lib/constructs/api-description.ts';
import { DESCRIPTION_FILE } from '../../lib/functions/description-file.ts';

describe('the mapping template of the description', () => {
  it('is the same JSON, without anything that the template language evaluates', () => {
    const json = readFileSync(DESCRIPTION_FILE, 'utf8');
    const template = mappingTemplate(json);
    expect(JSON.parse(template)).toEqual(JSON.parse(json));
    expect(template).not.toMatch(/[$#]/);
    expect(mappingTemplate('{ "$ref": "#/a", "text": "#set($x = 1) \u2013 \u{1f69a}" }')).toBe(
      '{"\\u0024ref":"\\u0023/a","text":"\\u0023set(\\u0024x = 1) \\u2013 \\ud83d\\ude9a"}',
    );
  });

  it('is not larger than API Gateway accepts, with a tenth left', () => {
    expect(mappingTemplate(readFileSync(DESCRIPTION_FILE, 'utf8')).length).toBeLessThan(270_000);
    expect(() => mappingTemplate(JSON.stringify('x'.repeat(300_000)))).toThrow('API Gateway accepts');
  });
});
