// The validation library in the renderer would try to compile code, which the content security policy rejects.
globalThis.__zod_globalConfig = { jitless: true };
const { createApiReference } = await import('./scalar/standalone.esm.js');

// Nothing of this page leaves its origin: remote fonts, proxy, agent, telemetry and developer tools are off.
createApiReference('#reference', {
  url: '/openapi.json',
  servers: [{ url: window.location.origin, description: 'The service that shows this page.' }],
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: false,
  documentDownloadType: 'none',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  orderSchemaPropertiesBy: 'preserve',
  orderRequiredPropertiesFirst: false,
});

/** What the renderer leaves out for keyboards and screen readers. */
function completeAccessibility(root) {
  for (const button of root.querySelectorAll('button:not([aria-label])')) {
    if (button.classList.contains('scalar-code-copy')) button.setAttribute('aria-label', 'Copy');
    else if (button.textContent.trim() === '') button.setAttribute('aria-label', 'Show details');
  }
  // Their labels differ from their visible texts.
  for (const button of root.querySelectorAll('.show-more[aria-label]')) button.removeAttribute('aria-label');
  for (const editor of root.querySelectorAll('.code-input-lite__editor:not([aria-label])')) {
    editor.setAttribute('role', 'textbox');
    editor.setAttribute('aria-label', 'Value');
  }
  for (const region of root.querySelectorAll(
    '.endpoints:not([tabindex]), [class*="max-h-"]:not([tabindex])',
  )) {
    region.setAttribute('tabindex', '0');
  }
}

const reference = document.querySelector('#reference');
new MutationObserver(() => completeAccessibility(reference)).observe(reference, {
  childList: true,
  subtree: true,
});
