import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state';

const changing = new Set(['Enter', 'Backspace', 'Delete', 'Tab']);

function isInReadOnlyCode({ selection: { $from, $to } }: EditorState): boolean {
  return [$from, $to].some(({ parent }) => parent.type.name === 'codeBlock' && parent.attrs['readOnly'] === true);
}

/** Prevents keys, paste and input methods from changing read-only code, which can only be selected, copied and deleted as a whole. */
export function createReadOnlyCodePlugin(): Plugin {
  return new Plugin({
    key: new PluginKey('readOnlyCode'),
    props: {
      handleTextInput: ({ state }) => isInReadOnlyCode(state),
      handlePaste: ({ state }) => isInReadOnlyCode(state),
      handleKeyDown: ({ state }, event) => changing.has(event.key) && isInReadOnlyCode(state),
      handleDOMEvents: {
        beforeinput: ({ state }, event) => {
          if (!isInReadOnlyCode(state)) return false;
          event.preventDefault();
          return true;
        },
        cut: ({ state }, event) => {
          if (!isInReadOnlyCode(state)) return false;
          event.preventDefault();
          return true;
        },
      },
    },
  });
}
