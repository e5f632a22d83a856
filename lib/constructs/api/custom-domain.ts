import { CfnOutput } from 'aws-cdk-lib';
import { DomainName, EndpointType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import { addCertificateAlarm } from '../../alarms/api-alarms.ts';
import type { CustomDomainSettings } from '../../settings/environments.ts';
import { TLS_POLICY } from './rest-api.ts';

/** The custom domain name of the API. */
export class CustomDomain extends Construct {
  /** Base URL with a trailing slash, as in the URL of API Gateway. */
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
    addCertificateAlarm(this, certificate);
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
        description: 'Add this record at the DNS provider of the domain',
      });
    }
  }
}
