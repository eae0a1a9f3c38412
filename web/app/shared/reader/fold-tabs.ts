/** Turns every group of tabs, which is rendered as consecutive sections, into tabs. */
export function foldTabs(text: HTMLElement): void {
  text.querySelectorAll<HTMLElement>('.mdx--tabs').forEach((group, at) => {
    const panels = [...group.querySelectorAll<HTMLElement>(':scope > .mdx--tab')];
    if (panels.length < 2 || group.querySelector(':scope > [role="tablist"]') !== null) return;
    const list = document.createElement('div');
    list.setAttribute('role', 'tablist');
    list.className = 'mdx__tabs';
    const tabs = panels.map((panel, index) => {
      const title = panel.querySelector<HTMLElement>(':scope > .mdx__title');
      const tab = document.createElement('button');
      tab.type = 'button';
      tab.id = `tab-${at}-${index}`;
      tab.setAttribute('role', 'tab');
      tab.textContent = title?.textContent ?? `${index + 1}`;
      panel.id = `panel-${at}-${index}`;
      panel.setAttribute('role', 'tabpanel');
      panel.setAttribute('aria-labelledby', tab.id);
      tab.setAttribute('aria-controls', panel.id);
      title?.classList.add('mdx__title--folded');
      list.append(tab);
      return tab;
    });
    const choose = (chosen: number, isFocused: boolean) => {
      tabs.forEach((tab, index) => {
        tab.setAttribute('aria-selected', String(index === chosen));
        tab.tabIndex = index === chosen ? 0 : -1;
        panels[index]?.classList.toggle('mdx--folded', index !== chosen);
      });
      if (isFocused) tabs[chosen]?.focus();
    };
    list.addEventListener('click', ({ target }) => {
      const index = tabs.findIndex((tab) => tab === target);
      if (index >= 0) choose(index, false);
    });
    list.addEventListener('keydown', (event) => {
      const from = tabs.findIndex((tab) => tab === event.target);
      const next = { ArrowRight: from + 1, ArrowLeft: from - 1, Home: 0, End: tabs.length - 1 }[event.key];
      if (from < 0 || next === undefined) return;
      event.preventDefault();
      choose((next + tabs.length) % tabs.length, true);
    });
    group.prepend(list);
    choose(0, false);
  });
}
