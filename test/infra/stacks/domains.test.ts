import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { CustomDomainSettings, WebSettings } from '../../../lib/settings/environments.ts';
import { API_REQUEST, PAGE_REQUEST } from '../../../lib/web/viewer-functions.ts';
import { synthesizedTemplates, type Template, type Templates } from '../../support/synthesized-templates.ts';
import { at, firstOf, resourcesOf } from '../properties/property.ts';

const CERTIFICATE = 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b-2c';
const DOMAIN = 'AWS::ApiGateway::DomainName';

const WITH: Readonly<Record<string, CustomDomainSettings>> = {
  'a zone': { name: 'api.example.com', hostedZone: { id: 'Z0123456789', name: 'example.com' } },
  'a certificate': { name: 'api.example.com', certificateArn: CERTIFICATE },
  'the address before': { name: 'api.example.com', certificateArn: CERTIFICATE, keepsApiGatewayUrl: true },
};

describe('an API with a name of its own', () => {
  const templates = new Map<string, Template>();
  const apiWith = (what: string): Template => templates.get(what) ?? { Resources: {} };

  beforeAll(async () => {
    templates.set('none', (await synthesizedTemplates('dev')).api);
    for (const [what, customDomain] of Object.entries(WITH)) {
      templates.set(what, (await synthesizedTemplates('dev', { customDomain })).api);
    }
  });

  const namesOf = ({ Outputs = {} }: Template) => JSON.stringify(Outputs);

  it('has none by default, and answers at the address of API Gateway', () => {
    expect(resourcesOf(apiWith('none'), DOMAIN)).toEqual([]);
    expect(firstOf(apiWith('none'), 'AWS::ApiGateway::RestApi').Properties).not.toHaveProperty(
      'DisableExecuteApiEndpoint',
    );
    expect(namesOf(apiWith('none'))).toContain('execute-api');
  });

  it.each(['a zone', 'a certificate'])('is the only address, with TLS 1.2 or newer: with %s', (what) => {
    const api = apiWith(what);
    const domain = firstOf(api, DOMAIN).Properties;
    expect(domain).toMatchObject({
      DomainName: 'api.example.com',
      EndpointConfiguration: { Types: ['REGIONAL'] },
    });
    expect(domain.SecurityPolicy).toMatch(/^SecurityPolicy_TLS13_1_[23]_/);
    expect(firstOf(api, 'AWS::ApiGateway::BasePathMapping').Properties).not.toHaveProperty('BasePath');
    expect(firstOf(api, 'AWS::ApiGateway::RestApi').Properties.DisableExecuteApiEndpoint).toBe(true);
    expect(namesOf(api)).not.toContain('execute-api');
    expect(api.Outputs?.Url).toMatchObject({ Value: 'https://api.example.com/' });
    const published = resourcesOf(api, 'AWS::SSM::Parameter').find(
      ([, { Properties }]) => Properties.Name === '/freight/dev/url',
    );
    expect(published?.[1].Properties.Value).toBe('https://api.example.com/');
  });

  it('keeps the API Gateway URL while callers migrate', () => {
    const api = apiWith('the address before');
    expect(resourcesOf(api, DOMAIN)).toHaveLength(1);
    expect(firstOf(api, 'AWS::ApiGateway::RestApi').Properties).not.toHaveProperty(
      'DisableExecuteApiEndpoint',
    );
  });

  it('has its certificate and record made in the zone', () => {
    const api = apiWith('a zone');
    const [id, certificate] = resourcesOf(api, 'AWS::CertificateManager::Certificate')[0] ?? [];
    expect(at(certificate, 'Properties', 'DomainValidationOptions', 0, 'HostedZoneId')).toBe('Z0123456789');
    expect(firstOf(api, DOMAIN).Properties.RegionalCertificateArn).toEqual({ Ref: id });
    expect(firstOf(api, 'AWS::Route53::RecordSet').Properties).toMatchObject({
      Name: 'api.example.com.',
      HostedZoneId: 'Z0123456789',
      Type: 'A',
    });
  });

  it('outputs the record for external DNS', () => {
    const api = apiWith('a certificate');
    expect(firstOf(api, DOMAIN).Properties.RegionalCertificateArn).toBe(CERTIFICATE);
    expect(resourcesOf(api, 'AWS::Route53::RecordSet')).toEqual([]);
    expect(namesOf(api)).toMatch(/api\.example\.com CNAME .*RegionalDomainName/);
  });
});

const WEB: WebSettings = {
  name: 'freight.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b-2c',
  hostedZone: { id: 'Z0123456789', name: 'example.com' },
};

describe('a distribution', () => {
  let prod: Templates;
  let dev: Templates;
  let without: Templates;
  beforeAll(async () => {
    const { hostedZone: _, ...external } = WEB;
    prod = await synthesizedTemplates('prod', { web: WEB });
    dev = await synthesizedTemplates('dev', { web: external });
    without = await synthesizedTemplates('dev');
  });

  it('publishes the name of the distribution as the address of the API', () => {
    const published = resourcesOf(prod.api, 'AWS::SSM::Parameter').find(
      ([, { Properties }]) => Properties.Name === '/freight/prod/url',
    );
    expect(published?.[1].Properties.Value).toBe('https://freight.example.com/');
    expect(resourcesOf(prod.web, 'AWS::Route53::RecordSet')).toHaveLength(2);
  });

  it('has a web ACL in front of it, also where it is off otherwise', () => {
    expect(resourcesOf(dev.api, 'AWS::WAFv2::WebACL')).toHaveLength(1);
    expect(firstOf(dev.web, 'AWS::CloudFront::Distribution')).toBeDefined();
    expect(dev.web.Outputs).toHaveProperty('DnsRecord');
  });

  it('is absent by default, with its secret', () => {
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
