const alignment = '(?:start|center|end)';
const percent = String.raw`(?:100|\d{1,2})(?:\.\d{1,9})?%`;

/** Cue settings of WebVTT by name, with the form of their values. */
const forms: Readonly<Record<string, RegExp>> = {
  vertical: /^(?:rl|lr)$/u,
  line: new RegExp(`^(?:-?\\d{1,4}|${percent})(?:,${alignment})?$`, 'u'),
  position: new RegExp(`^${percent}(?:,(?:line-left|center|line-right|start|end))?$`, 'u'),
  size: new RegExp(`^${percent}$`, 'u'),
  align: /^(?:start|center|end|left|right)$/u,
  region: /^[^\s>-][^\s>]{0,99}$/u,
};

/** Returns the settings of a caption's position that browsers support; `isChanged` is true if others were removed. */
export function tidySettings(written: string): { readonly settings: string; readonly isChanged: boolean } {
  const seen = new Set<string>();
  const parts = written.split(/[ \t]+/u).filter(Boolean);
  const settings = parts
    .map((setting) => (setting === 'align:middle' ? 'align:center' : setting))
    .filter((setting) => {
      const at = setting.indexOf(':');
      const name = setting.slice(0, at);
      if (at === -1 || seen.has(name) || !Object.hasOwn(forms, name) || forms[name]?.test(setting.slice(at + 1)) !== true) return false;
      seen.add(name);
      return true;
    });
  return { settings: settings.join(' '), isChanged: settings.join(' ') !== parts.join(' ') };
}
