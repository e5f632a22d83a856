import type { Plugin } from 'esbuild';

/** Loads node:http with `require`, since an import reads its export `WebSocket`, which loads undici. */
export const HTTP_BY_REQUIRE: Plugin = {
  name: 'http-by-require',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^(node:)?http$/ }, ({ path, kind }) =>
      kind === 'require-call' ? undefined : { path, namespace: 'required' },
    );
    onLoad({ filter: /.*/, namespace: 'required' }, () => ({
      contents: "module.exports = require('node:http');",
    }));
  },
};
