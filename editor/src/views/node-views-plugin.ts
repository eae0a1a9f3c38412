import { paywallMessage } from '@newline/document/nodes/paywall-threshold';
import { Plugin } from '@tiptap/pm/state';
import type { NodeViewConstructor } from '@tiptap/pm/view';
import type { OptionMenuHost } from '../menus/option-menu-host.ts';
import type { EditorServices } from '../services.ts';
import { renderDiagram } from './render-diagram.ts';
import { renderMath } from './render-math.ts';
import { EmbedView } from './embed-view.ts';
import { FootnoteView } from './footnote-view.ts';
import { ImageView } from './image-view.ts';
import { LivePreviewView } from './live-preview-view.ts';
import { makeElement } from './make-element.ts';
import { NamedBoxView } from './named-box-view.ts';
import { PanelView } from './panel-view.ts';
import { RemoteHeaderView } from './remote-header-view.ts';
import styles from './views.module.css';

/** Creates the plugin that shows blocks and footnotes in the editor, in plain DOM. */
export function createNodeViewsPlugin(services: EditorServices, menus: OptionMenuHost): Plugin {
  const embed: NodeViewConstructor = (node, view, getPos) => new EmbedView(node, view, getPos, services);
  return new Plugin({
    props: {
      nodeViews: {
        image: (node, view, getPos) => new ImageView(node, view, getPos, services),
        panel: (node, view, getPos) => new PanelView(node, view, getPos, menus),
        footnote: (node, view, getPos) => new FootnoteView(node, view, getPos),
        embed,
        iframeEmbed: embed,
        ideEmbed: embed,
        remoteCodeHeader: (node, view, getPos) => new RemoteHeaderView(node, view, getPos, services),
        math: (node) => new LivePreviewView(node, { name: 'Formula in TeX', placeholder: '\\frac{a}{b}', draw: renderMath }),
        mermaid: (node) => new LivePreviewView(node, { name: 'Diagram in Mermaid', placeholder: 'graph LR; a --> b', draw: renderDiagram }),
        mdx: (node, view, getPos) =>
          new NamedBoxView(node, view, getPos, {
            form: 'mdx',
            icon: 'frame',
            nameOf: ({ attrs }) => [String(attrs['component']), titleOf(attrs['properties'])].filter(Boolean).join(': '),
          }),
        protectedRepositoryLink: (node, view, getPos) =>
          new NamedBoxView(node, view, getPos, { form: 'repository-link', icon: 'folder', nameOf: ({ attrs }) => String(attrs['title']) }),
        paywallThreshold: () => {
          const dom = makeElement('div', { class: styles.paywall, contenteditable: 'false' }, makeElement('span', {}, paywallMessage));
          return {
            dom,
            ignoreMutation: () => true,
            selectNode: () => dom.classList.add(styles.selected ?? ''),
            deselectNode: () => dom.classList.remove(styles.selected ?? ''),
          };
        },
      },
    },
  });
}

function titleOf(properties: unknown): string {
  if (typeof properties !== 'object' || properties === null || !('title' in properties)) return '';
  return typeof properties.title === 'string' ? properties.title : '';
}
