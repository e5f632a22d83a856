import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { WebSettings } from '../../../lib/settings/web-settings.ts';
import { API_REQUEST, PAGE_REQUEST } from '../../../lib/web/viewer-functions.ts';
import { synthesizedTemplates, type Templates } from '../../support/synthesized-templates.ts';
import { firstOf, resourcesOf } from '../properties/property.ts';
import { WEB_PROPERTIES } from '../properties/web-properties.ts';

const WEB: WebSettings = {
  name: 'freight.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b-2c',
  hostedZone: { id: 'Z0123456789', name: 'example.com' },
};

let prod: Templates;
let dev: Templates;
let without: Templates;
beforeAll(async () => {
  const { hostedZone: _, ...external } = WEB;
  prod = await synthesizedTemplates('prod', { web: WEB });
  dev = await synthesizedTemplates('dev', { web: external });
  without = await synthesizedTemplates('dev');
});

describe('prod with a distribution', () => {
  it.each(WEB_PROPERTIES.map((property) => [property.name, property] as const))('%s', (_name, property) => {
    expect(property.violations(prod)).toEqual([]);
  });

  it.each(WEB_PROPERTIES.map((property) => [property.name, property] as const))(
    'notices when it is lost: %s',
    (_name, property) => {
      const damaged = structuredClone(prod);
      property.takeAway(damaged);
      expect(property.violations(damaged)).not.toEqual([]);
    },
  );

  it('publishes the name of the distribution as the address of the API', () => {
    const published = resourcesOf(prod.api, 'AWS::SSM::Parameter').find(
      ([, { Properties }]) => Properties.Name === '/freight/prod/url',
    );
    expect(published?.[1].Properties.Value).toBe('https://freight.example.com/');
    expect(resourcesOf(prod.web, 'AWS::Route53::RecordSet')).toHaveLength(2);
  });
});

describe('other environments', () => {
  it('have a web ACL if they have a distribution, also where it is off otherwise', () => {
    expect(resourcesOf(dev.api, 'AWS::WAFv2::WebACL')).toHaveLength(1);
    expect(firstOf(dev.web, 'AWS::CloudFront::Distribution')).toBeDefined();
    expect(dev.web.Outputs).toHaveProperty('DnsRecord');
  });

  it('have neither a distribution nor a secret by default', () => {
    expect(without.web.Resources).toEqual({});
    expect(resourcesOf(without.api, 'AWS::WAFv2::WebACL')).toEqual([]);
    expect(resourcesOf(without.api, 'AWS::SecretsManager::Secret')).toEqual([]);
  });
});

describe('the functions of the distribution', () => {
  const run = (source: string, event: unknown) =>
    JSON.parse(JSON.stringify(runInNewContext(`${source}; handler(event)`, { event })));

  it.each([
    ['/', '/index.html'],
    ['/docs/', '/docs/index.html'],
    ['/docs/reference/', '/docs/reference/index.html'],
    ['/docs/glossary.html', '/docs/glossary.html'],
    ['/console/', '/console/index.html'],
    ['/console/quotes/Q-1.2', '/console/index.html'],
    ['/console/assets/main.3c4d.js', '/console/assets/main.3c4d.js'],
  ])('%s shows the file %s', (uri, file) => {
    expect(run(PAGE_REQUEST, { request: { uri } })).toEqual({ uri: file });
  });

  it.each([
    ['/docs', '/docs/'],
    ['/docs/reference', '/docs/reference/'],
    ['/console', '/console/'],
    ['/docs/glossary', '/docs/glossary.html'],
    ['/docs/integrators/contract-rates', '/docs/integrators/contract-rates.html'],
  ])('%s leads to %s', (uri, location) => {
    expect(run(PAGE_REQUEST, { request: { uri } })).toMatchObject({
      statusCode: 301,
      headers: { location: { value: location } },
    });
  });

  it('the API gets the address of the connection, also if the caller states another', () => {
    const headers = { 'x-freight-caller-address': { value: '192.0.2.1' }, 'x-api-key': { value: 'key' } };
    const event = { viewer: { ip: '198.51.100.7' }, request: { uri: '/api/v1/usage', headers } };
    expect(run(API_REQUEST, event).headers).toEqual({
      'x-freight-caller-address': { value: '198.51.100.7' },
      'x-api-key': { value: 'key' },
    });
  });
});
