import { SHEET_STYLE } from '../sheet/sheet-style.ts';

/** The page of every link that does not work. It does not state the reason, from which a stranger could learn of quotes. */
export const MISSING_SHEET_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>This link does not work</title>
<style>${SHEET_STYLE}</style>
</head>
<body>
<main>
<h1>This link does not work</h1>
<p>The link is incomplete, has expired, or its sender has withdrawn it. Ask the company that sent it for a new link.</p>
</main>
</body>
</html>
`;
