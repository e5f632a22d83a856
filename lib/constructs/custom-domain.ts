import { CfnOutput } from 'aws-cdk-lib';
import {
  type CfnRestApi,
  DomainName,
  EndpointAccessMode,
  EndpointType,
  type RestApi,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { CustomDomainSettings } from '../environments.ts';

/** TLS 1.2 and 1.3. The API's own counts behind a custom domain too; without one it would take TLS 1.0. */
const TLS = {
  securityPolicy: SecurityPolicy.TLS13_1_2_PQ_2025_09,
  // A policy of this kind needs one of the two; the other refuses callers behind proxies that rename the host.
  endpointAccessMode: EndpointAccessMode.BASIC,
} as const;

/** Has the API itself refuse what is older than TLS 1.2. */
export function refuseOldTls(api: RestApi): void {
  Object.assign(api.node.defaultChild as CfnRestApi, TLS);
}

/** Callers know the API by this name alone: API Gateway's own address is off, or it would be a way around the name. */
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
      ...TLS,
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
