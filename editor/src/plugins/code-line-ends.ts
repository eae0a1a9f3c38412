import { Plugin, PluginKey } from '@tiptap/pm/state';

/**
 * Takes text with line ends into code itself. What a keyboard of the screen commits at once (a clipboard it offers, dictation) comes
 * as one input of text; a browser writes its lines as elements, of which only the first would be read back.
 */
export function createCodeLineEndsPlugin(): Plugin {
  return new Plugin({
    key: new PluginKey('codeLineEnds'),
    props: {
      handleDOMEvents: {
        beforeinput: (view, event) => {
          const { $from, $to } = view.state.selection;
          const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
          if (view.composing || !/[\r\n]/u.test(text)) return false;
          if ($from.parent.type.name !== 'codeBlock' || !$from.sameParent($to)) return false;
          event.preventDefault();
          view.dispatch(view.state.tr.insertText(text.replaceAll(/\r\n?/gu, '\n')).scrollIntoView());
          return true;
        },
      },
    },
  });
}
