import type { Page } from '@playwright/test';

/** Software that changes a page while it is used. */
export type Disturbance = {
  /**
   * `moves` and `replaces` are what browsers' translators do with each text, existing or added later: they move the node into, or replace
   * it with, `<font><font>…`. The text stays the same here, so that a test can find it. `extension` is what password managers, writing
   * assistants and others do: elements in the page, in its main part and next to inputs, and attributes.
   */
  way: 'moves' | 'replaces' | 'extension';
  /** `alive` begins when the page has hydrated; `parsed` before that, while its scripts may still be loading. */
  from: 'alive' | 'parsed';
};

/** Disturbs every page of a tab from now on. */
export async function disturb(page: Page, { way, from }: Disturbance): Promise<void> {
  await page.addInitScript(
    ({ way, from }) => {
      const untranslated = 'script, style, textarea, title, noscript, font, svg, [translate="no"], .notranslate';
      const translateText = (text: Text) => {
        const parent = text.parentElement;
        if (parent === null || parent.closest(untranslated) !== null || text.data.trim() === '') return;
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        outer.append(inner);
        if (way === 'moves') {
          text.before(outer);
          inner.append(text);
        } else {
          inner.append(text.data);
          text.replaceWith(outer);
        }
      };
      const translate = (root: Node) => {
        if (root instanceof Text) return translateText(root);
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        const texts: Text[] = [];
        while (walker.nextNode()) texts.push(walker.currentNode as Text);
        for (const text of texts) translateText(text);
      };
      const added = (name: string) => {
        const element = document.createElement(name);
        element.dataset['extension'] = '';
        element.hidden = true;
        return element;
      };
      const decorate = (root: Node) => {
        if (!(root instanceof Element) || root.closest('[data-extension]') !== null) return;
        for (const input of root.querySelectorAll('input, textarea')) {
          input.setAttribute('data-manager-id', 'a1');
          input.after(added('span'));
        }
      };
      const start = () => {
        if (way === 'extension') {
          document.documentElement.append(added('manager-overlay'));
          document.body.setAttribute('cz-shortcut-listen', 'true');
          document.head.prepend(added('style'));
          document.body.prepend(added('div'));
          document.body.append(added('div'));
          document.querySelector('main')?.prepend(added('div'));
          document.querySelector('main h1')?.before(added('div'));
          document.querySelector('main h1')?.append(added('span'));
        } else document.documentElement.classList.add('translated-ltr');
        const change = way === 'extension' ? decorate : translate;
        change(document.body);
        new MutationObserver((records) => {
          for (const { type, target, addedNodes } of records) {
            if (type === 'characterData') change(target);
            for (const node of addedNodes) if (node.isConnected) change(node);
          }
        }).observe(document.body, { childList: true, characterData: true, subtree: true });
      };
      // The scripts of a page come after its footer.
      const isTime = () =>
        from === 'parsed' ? document.querySelector('footer') !== null : document.documentElement?.dataset['hydrated'] !== undefined;
      new MutationObserver((_, observer) => {
        if (!isTime()) return;
        observer.disconnect();
        start();
      }).observe(document, { attributes: true, childList: true, attributeFilter: ['data-hydrated'], subtree: true });
    },
    { way, from },
  );
}
