import { useEffect, useRef } from 'react';

const STYLE = /<style>([\s\S]*?)<\/style>/;

/**
 * An HTML page of the API with its own style, separate from that of the console. The security policy rejects style elements,
 * also those of a blob: address, and permits constructed style sheets.
 */
export function SheetDocument({ html }: { readonly html: string }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE.exec(html)?.[1] ?? '');
    root.adoptedStyleSheets = [style];
    const { body } = new DOMParser().parseFromString(html.replace(STYLE, ''), 'text/html');
    root.replaceChildren(document.adoptNode(body));
  }, [html]);
  return <div ref={host} />;
}
