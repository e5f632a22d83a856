import { beforeAll, describe, expect, it } from 'vitest';
import type { CustomDomainSettings } from '../../../lib/settings/custom-domain-settings.ts';
import { synthesizedTemplates, type Template } from '../../support/synthesized-templates.ts';
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
