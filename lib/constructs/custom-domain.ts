import { CfnOutput } from 'aws-cdk-lib';
import { DomainName, EndpointType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { CustomDomainSettings } from '../settings/custom-domain-settings.ts';
import { TLS_POLICY } from './tls-policy.ts';

/** The name that callers know the API by. */
export class CustomDomain extends Construct {
  /** Base of all paths, with a slash at its end, as API Gateway's own. */
  readonly url: string;

  constructor(scope: Construct, id: string, api: RestApi, settings: CustomDomainSettings) {
    super(scope, id);
    const { name, certificateArn, hostedZone } = settings;
    this.url = `https://${name}/`;
    const zone =
      hostedZone &&
      HostedZone.fromHostedZoneAttributes(this, 'Zone', {
        hostedZoneId: hostedZone.id,
        zoneName: hostedZone.name,
      });
    const certificate =
      certificateArn === undefined
        ? new Certificate(this, 'Certificate', {
            domainName: name,
            validation: CertificateValidation.fromDns(zone),
          })
        : Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
    const domain = new DomainName(this, 'Domain', {
      domainName: name,
      certificate,
      endpointType: EndpointType.REGIONAL,
      ...TLS_POLICY,
    });
    domain.addBasePathMapping(api, { stage: api.deploymentStage });
    if (zone !== undefined) {
      new ARecord(this, 'Record', {
        zone,
        recordName: `${name}.`,
        target: RecordTarget.fromAlias(new ApiGatewayDomain(domain)),
      });
    } else {
      new CfnOutput(this, 'DnsRecord', {
        value: `${name} CNAME ${domain.domainNameAliasDomainName}`,
        description: 'To be entered where the DNS of the domain is kept',
      });
    }
  }
}
