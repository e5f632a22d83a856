import { describe, expect, it } from 'vitest';
import { synthesizedTemplates, type Templates } from '../../support/synthesized-templates.ts';
import { resourcesOf } from '../properties/property.ts';

/** Types whose tags the cost reports of AWS group by. */
const TYPES = ['AWS::DynamoDB::GlobalTable', 'AWS::Lambda::Function', 'AWS::SQS::Queue', 'AWS::KMS::Key'];

const tagged = (templates: Templates): readonly string[] =>
  Object.values(templates)
    .flatMap((template) => TYPES.flatMap((type) => resourcesOf(template, type)))
    .map(([, { Properties }]) => JSON.stringify(Properties));

describe('owner and cost center of the operator settings', () => {
  it('are tags of all resources', async () => {
    const resources = tagged(
      await synthesizedTemplates('dev', { owner: 'pricing-team', costCenter: '4711' }),
    );
    expect(resources.length).toBeGreaterThan(30);
    for (const resource of resources) {
      expect(resource).toContain('{"Key":"owner","Value":"pricing-team"}');
      expect(resource).toContain('{"Key":"cost-center","Value":"4711"}');
    }
  });

  it('are absent if they are not set', async () => {
    const resources = tagged(await synthesizedTemplates('dev'));
    expect(resources.filter((resource) => /"Key":"(owner|cost-center)"/.test(resource))).toEqual([]);
  });
});
