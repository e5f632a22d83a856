// What keeps package-lock.json from installing everywhere. Plain JavaScript: it runs before there are packages.

const EXACT = /^\d+\.\d+\.\d+$/;
const KINDS = ['dependencies', 'optionalDependencies', 'peerDependencies'];

/** Where the lock has the package that `name` is for the package at `path`, by Node's rules; undefined without an entry. */
export function resolveInLock(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (candidate in packages) return candidate;
    if (folder === '') return undefined;
  }
}

/** Names and ranges that an installation of the entry needs, optional ones of other platforms included. */
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
 * @returns of each gap, the path of the package that has it, and what is missing.
 */
export function findLockGaps({ packages }) {
  const gaps = [];
  for (const [path, entry] of Object.entries(packages)) {
    const add = (what) => gaps.push({ path, what });
    if (path !== '' && entry.integrity === undefined && entry.inBundle !== true) add('has no integrity');
    if (entry.resolved !== undefined) add('has an address');
    for (const { kind, name, range } of namedBy(path, entry)) {
      const found = packages[resolveInLock(packages, path, name) ?? ''];
      if (resolveInLock(packages, path, name) === undefined) add(`${kind}: ${name} has no entry`);
      // A package under another name is an override, or an alias with its version elsewhere.
      else if (EXACT.test(range) && found.name === undefined && found.version !== range) {
        add(`${kind}: ${name} is ${found.version} and not ${range}`);
      }
    }
  }
  return gaps;
}
