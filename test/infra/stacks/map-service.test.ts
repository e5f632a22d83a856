import { describe, expect, it } from 'vitest';
import { ENVIRONMENT_NAMES, environmentSettings } from '../../../lib/settings/environments.ts';
import { policiesOf } from '../../support/policies-of-roles.ts';
import { synthesizedTemplates, type Template } from '../../support/synthesized-templates.ts';
import { at, resourcesOf } from '../properties/property.ts';

/** Map service variables of the functions for rates and quotes, and the policies with a right to routes. */
function mapServiceOf(api: Template) {
  const given = resourcesOf(api, 'AWS::Lambda::Function').flatMap(([, { Properties }]) => {
    const service = at(Properties, 'Environment', 'Variables', 'MAP_SERVICE');
    return service === undefined ? [] : [service];
  });
  const rights = policiesOf(api).flatMap(([policy, { Properties }]) =>
    (at(Properties, 'PolicyDocument', 'Statement') as { Action: unknown; Resource: unknown }[])
      .filter(({ Action }) => JSON.stringify(Action).includes('geo-routes'))
      .map(({ Action, Resource }) => ({ policy: policy.replace(/Role.*/, ''), Action, Resource })),
  );
  return { given, rights: rights.toSorted((one, other) => (one.policy < other.policy ? -1 : 1)) };
}

const FUNCTIONS = ['createquote', 'mcp', 'pricelanes', 'revisequote'];

describe('the map service', () => {
  it('is off in every environment', () => {
    expect(ENVIRONMENT_NAMES.map((name) => environmentSettings(name).mapService)).toEqual(
      ENVIRONMENT_NAMES.map(() => 'embedded'),
    );
  });

  it('takes no right while it is off', async () => {
    const { api } = await synthesizedTemplates('prod');
    expect(mapServiceOf(api)).toEqual({ given: FUNCTIONS.map(() => 'embedded'), rights: [] });
  });

  it('needs one right of the functions that price lanes, only on the provider', async () => {
    const { api } = await synthesizedTemplates('prod', { mapService: 'amazon-location' });
    const { given, rights } = mapServiceOf(api);
    expect(given).toEqual(FUNCTIONS.map(() => 'amazon-location'));
    expect(rights).toMatchObject(
      FUNCTIONS.map((policy) => ({
        policy,
        Action: 'geo-routes:CalculateRoutes',
      })),
    );
    for (const { Resource } of rights)
      expect(JSON.stringify(Resource)).toMatch(
        /^\{"Fn::Join":\["",\["arn:",\{"Ref":"AWS::Partition"\},":geo-routes:",\{"Ref":"AWS::Region"\},"::provider\/default"\]\]\}$/,
      );
  });
});
