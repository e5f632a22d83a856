import { describe, expect, it } from '@jest/globals';
import { mirrorOfCentral } from '../../../../lib/local/engines/maven.ts';

const settings = (...mirrors: string[]) =>
  `<settings><mirrors>${mirrors.map((mirror) => `<mirror>${mirror}</mirror>`).join('\n')}</mirrors></settings>`;
const mirror = (of: string, url = 'https://mirror.example/maven') =>
  `<id>m</id>\n<mirrorOf> ${of} </mirrorOf>\n<url>\n${url}\n</url>`;

describe('the repository of Maven Central in settings.xml', () => {
  it.each(['central', '*', 'external:*', 'snapshots, central'])('is the mirror of "%s"', (of) => {
    expect(mirrorOfCentral(settings(mirror('other', 'https://other.example'), mirror(of)))).toBe(
      'https://mirror.example/maven',
    );
  });

  it.each([
    ['there is no file', ''],
    ['there are no mirrors', settings()],
    ['the mirror is of others', settings(mirror('*,!central'), mirror('snapshots'))],
    ['the mirror is a comment', settings(`-->`).replace('<mirror>', `<!--<mirror>${mirror('*')}`)],
  ])('is not there when %s', (_, text) => {
    expect(mirrorOfCentral(text)).toBeUndefined();
  });
});
