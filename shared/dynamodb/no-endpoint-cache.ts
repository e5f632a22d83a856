/**
 * Stands in for the SDK's cache of discovered endpoints in the bundles: discovery is off, as it is by default, so that
 * nothing is ever put in it. The shape is the AWS SDK's.
 */
export class EndpointCache {
  get(): undefined {
    return undefined;
  }

  has(): false {
    return false;
  }

  set(): void {}

  delete(): void {}

  clear(): void {}
}
