/** The properties of a kind of callout. */
interface CalloutKind {
  /** The title in the text and the name in menus. */
  readonly label: string;
  /** The icon as the path of an SVG with 24 units (lucide, ISC license). */
  readonly icon: string;
  /** The color, as a token of ui/src/tokens.css. */
  readonly color: string;
  /** True if the text is shown inverted on the color. */
  readonly isInverted?: true;
  /** Search terms for the block menu; null for the kind that "Callout" inserts, absent for kinds that the editor doesn't offer. */
  readonly searchWords?: string | null;
  /** GitHub's name of the same kind (`> [!NOTE]`), or null if it has none. */
  readonly alert: string | null;
  /** The names that mdBook, Docusaurus and MkDocs use for the same kind. Their other names are in api's box-kinds.ts, with a title each. */
  readonly importNames: readonly string[];
}

/**
 * All kinds of callouts, by their names in documents and in Markdown (`:::panel{type=tip}`). The schema, the renderer, the import, the
 * editor's menu and its view read this table; `node document/scripts/print-callouts.ts` writes the rules in ui/src/prose.css from it.
 */
export const callouts = {
  info: {
    label: 'Info',
    icon: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M12 16v-4M12 8h.01',
    color: '--info',
    searchWords: null,
    alert: 'note',
    importNames: ['note', 'info'],
  },
  tip: {
    label: 'Tip',
    icon: 'M15 14c.2-1 .7-1.7 1.5-2.5 1-.9 1.5-2.2 1.5-3.5A6 6 0 0 0 6 8c0 1 .2 2.2 1.5 3.5.7.7 1.3 1.5 1.5 2.5M9 18h6M10 22h4',
    color: '--tip',
    searchWords: 'advice hint green',
    alert: 'tip',
    importNames: ['tip', 'hint'],
  },
  success: {
    label: 'Success',
    icon: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M9 12l2 2 4-4',
    color: '--success',
    searchWords: 'done check green',
    alert: null,
    importNames: ['success', 'check', 'done'],
  },
  warning: {
    label: 'Warning',
    icon: 'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3M12 9v4M12 17h.01',
    color: '--warning',
    searchWords: 'caution attention yellow',
    alert: 'warning',
    importNames: ['warning', 'caution', 'attention'],
  },
  error: {
    label: 'Error',
    icon: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M15 9l-6 6M9 9l6 6',
    color: '--error',
    searchWords: 'danger red',
    alert: 'caution',
    importNames: ['failure', 'fail', 'missing', 'danger', 'error'],
  },
  important: {
    label: 'Important',
    icon: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M12 8v4M12 16h.01',
    color: '--ink',
    isInverted: true,
    alert: 'important',
    importNames: ['important'],
  },
} as const satisfies Readonly<Record<string, CalloutKind>>;

/** The name of a kind of callout. */
export type CalloutType = keyof typeof callouts;

/** The names of all kinds of callouts, in the order of the menu. */
export const calloutTypes = Object.keys(callouts) as readonly CalloutType[];

/** Returns true if a name is that of a kind of callout. */
export function isCallout(name: string): name is CalloutType {
  return Object.hasOwn(callouts, name);
}

/** Returns the properties of a kind of callout. */
export function calloutOf(type: CalloutType): CalloutKind {
  return callouts[type];
}

/** The kinds of callouts that the editor offers. */
export const offeredCallouts = calloutTypes.filter((type) => calloutOf(type).searchWords !== undefined);
