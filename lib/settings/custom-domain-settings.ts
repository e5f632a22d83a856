/** A name of the API's own, with a certificate that is there already or is made in the zone. */
export interface CustomDomainSettings {
  /** "api.example.com" */
  readonly name: string;
  /** ARN in AWS Certificate Manager, in the region of the deployment; absent = made, and proven in the zone. */
  readonly certificateArn?: string;
  /** Zone of Route 53 that the record is made in; absent = DNS is elsewhere, and the deployment prints the record. */
  readonly hostedZone?: { readonly id: string; readonly name: string };
  /** API Gateway's own address goes on beside it, for as long as callers change; else it is off. */
  readonly keepsOwnAddress?: true;
}
