// Finds entries of package-lock.json that cannot be installed on all platforms. Plain JavaScript without packages, since
// it runs before the installation.

const EXACT = /^\d+\.\d+\.\d+$/;
const KINDS = ['dependencies', 'optionalDependencies', 'peerDependencies'];

/** Path in the lock of the package that `name` resolves to for the package at `path`, by the rules of Node. */
export function resolveInLock(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (candidate in packages) return candidate;
    if (folder === '') return undefined;
  }
}

/** Names and ranges of the dependencies of an entry, including optional ones of other platforms. */
function namedBy(path, entry) {
  const kinds = path === '' ? [...KINDS, 'devDependencies'] : KINDS;
  return kinds.flatMap((kind) =>
    Object.entries(entry[kind] ?? {})
      .filter(
        ([name]) => kind !== 'peerDependencies' || entry.peerDependenciesMeta?.[name]?.optional !== true,
      )
      .map(([name, range]) => ({ kind, name, range })),
  );
}

/**
 * @param lock the content of package-lock.json.
 * @returns for each gap, the path of the package and the missing information.
 */
export function findLockGaps({ packages }) {
  const gaps = [];
  for (const [path, entry] of Object.entries(packages)) {
    const add = (what) => gaps.push({ path, what });
    if (path !== '' && entry.integrity === undefined && entry.inBundle !== true) add('has no integrity');
    if (entry.resolved !== undefined) add('has a download URL');
    for (const { kind, name, range } of namedBy(path, entry)) {
      const found = packages[resolveInLock(packages, path, name) ?? ''];
      if (resolveInLock(packages, path, name) === undefined) add(`${kind}: ${name} has no entry`);
      // A package with another name is an override or an alias.
      else if (EXACT.test(range) && found.name === undefined && found.version !== range) {
        add(`${kind}: ${name} is ${found.version} and not ${range}`);
      }
    }
  }
  return gaps;
}
