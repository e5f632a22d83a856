/** A custom domain of the API, with an existing certificate or one that is validated in the hosted zone. */
export interface CustomDomainSettings {
  /** "api.example.com" */
  readonly name: string;
  /** ARN in AWS Certificate Manager, in the region of the deployment; absent = created, and validated in the zone. */
  readonly certificateArn?: string;
  /** Hosted zone in Route 53 for the record; absent = external DNS, and the deployment prints the record. */
  readonly hostedZone?: { readonly id: string; readonly name: string };
  /** Keeps the API Gateway URL enabled while callers migrate; absent = disabled. */
  readonly keepsApiGatewayUrl?: boolean;
}
