/** Takes over a page as one static component: the same elements, without components, effects or data. */
import { hydrateRoot } from 'react-dom/client';
import { elementOf } from '../element-of.ts';
import type { HtmlElement } from '../parse-html.ts';

const answer = await fetch('/floor/page.json');
hydrateRoot(document, elementOf((await answer.json()) as HtmlElement), {
  onRecoverableError: (error) => {
    document.documentElement.setAttribute('data-floor-failure', String(error));
  },
});
