import { expect, it } from 'vitest';
import { synthesizedTemplates } from '../../support/synthesized-templates.ts';
import { resourcesOf } from '../properties/property.ts';

const subscribers = async (page: readonly string[]): Promise<Readonly<Record<string, unknown>>> => {
  const { monitoring } = await synthesizedTemplates('dev', { alarmSubscribers: { page, ticket: [] } });
  return Object.fromEntries(
    resourcesOf(monitoring, 'AWS::SNS::Subscription').map(([id, { Properties }]) => [
      Properties.Endpoint,
      id,
    ]),
  );
};

it('the removal of one subscriber leaves the resources of the others as they are', async () => {
  const both = await subscribers(['first@example.com', 'second@example.com']);
  const second = await subscribers(['second@example.com']);
  expect(Object.keys(both)).toHaveLength(2);
  expect(second).toEqual({ 'second@example.com': both['second@example.com'] });
});
