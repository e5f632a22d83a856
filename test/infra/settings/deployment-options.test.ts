import { describe, expect, it } from '@jest/globals';
import {
  checkOptionNames,
  deploymentOptions,
  removalOption,
} from '../../../lib/settings/deployment-options.ts';

const PROD = { name: 'prod', release: 'canary' } as const;

describe('the options of one deployment', () => {
  it('release without a canary, or publish new versions of all functions', () => {
    expect(deploymentOptions({ release: 'at-once', revision: 'restored 2026-11-21' }, PROD)).toEqual({
      release: 'at-once',
      revision: 'restored 2026-11-21',
    });
  });

  it('confirm removals', () => {
    const remove = 'domain:api.example.com,page:https://events.example/x?y=1,ticket:ops@example.com,budget';
    expect(removalOption({ remove })).toEqual(remove.split(','));
  });

  it.each<[object, RegExp]>([
    [{ release: 'canary' }, /^-c release=canary: the only value is at-once/],
    [{ revision: 'a\nb' }, /^-c revision=/],
    [{ remove: 'web:' }, /^-c remove=web:: give/],
    [{ remove: 'budget, domain:a.example' }, /^-c remove= domain:a\.example: give/],
    [{ remove: 'subscriber:ops@example.com' }, /^-c remove=subscriber:ops@example\.com: give/],
    [{ remove: true }, /^-c remove=true: give/],
  ])('are rejected if invalid: %j', (context, line) => {
    expect(() => [
      deploymentOptions(context as Record<string, unknown>, PROD),
      removalOption(context as Record<string, unknown>),
    ]).toThrow(line);
  });
});

describe('the names of options', () => {
  const check = (context: object) => () =>
    checkOptionNames(context as Record<string, unknown>, 'operator-settings.json');

  it('are those of one deployment, and those of the CDK', () => {
    const context = { environment: 'prod', release: '', revision: '', remove: '', opensearch: '' };
    expect(check({ ...context, '@aws-cdk/core:x': true, 'aws:cdk:y': [] })).not.toThrow();
  });

  it('reject an unknown one', () => {
    expect(check({ dommain: 'x' })).toThrow(
      'Unknown option -c dommain=. Use one of: environment, opensearch, release, remove, replace, revision. Whatever outlives a deployment is in operator-settings.json.',
    );
    expect(check({ constructor: 'x' })).toThrow('Unknown option -c constructor=');
  });
});
