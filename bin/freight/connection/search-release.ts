/** A version of a function that is in the network of the search domain. */
export interface NetworkVersion {
  /** Folder under functions/, such as search-terminals. */
  readonly function: string;
  /** Name in Lambda. */
  readonly functionName: string;
  /** A number, or `$LATEST`. */
  readonly version: string;
  /** Aliases that send traffic to it. */
  readonly aliases: readonly string[];
}

/** A network interface in the network of the search domain. */
export interface NetworkInterface {
  readonly id: string;
  /** `lambda` for functions. */
  readonly type: string;
  readonly description: string;
}

/** Port: the network of the search domain of one deployment. */
export interface SearchNetwork {
  /** All versions that are in a network; also after the stack of the domain was deleted in part. */
  versions(): Promise<readonly NetworkVersion[]>;
  /** Network interfaces in the network; empty after its deletion. */
  interfaces(): Promise<readonly NetworkInterface[]>;
  deleteVersion(version: NetworkVersion): Promise<void>;
}

export interface SearchRelease {
  /** Published versions without traffic, which hold network interfaces. */
  readonly deletable: readonly NetworkVersion[];
  /** Versions that still answer calls in the network. */
  readonly inUse: readonly NetworkVersion[];
}

/**
 * Splits the versions in the network.
 * @param deletedWithStack functions of the stack of the domain: CloudFormation deletes them with it.
 */
export function planSearchRelease(
  versions: readonly NetworkVersion[],
  deletedWithStack: readonly string[],
): SearchRelease {
  const others = versions.filter(({ function: name }) => !deletedWithStack.includes(name));
  const isInUse = ({ version, aliases }: NetworkVersion) => version === '$LATEST' || aliases.length > 0;
  return { deletable: others.filter((one) => !isInUse(one)), inUse: others.filter(isInUse) };
}
