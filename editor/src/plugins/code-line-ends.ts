import { Plugin, PluginKey } from '@tiptap/pm/state';

/**
 * Inserts text with line breaks into code itself. What an on-screen keyboard inserts at once (a clipboard suggestion, dictation) comes as
 * one text input, and the browser writes its lines as elements, of which only the first would be read.
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
