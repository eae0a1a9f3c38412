import type { Plugin } from 'vite';

/** A feature of React that no page uses: what uses it, and the functions of react-dom that only it calls. */
interface Feature {
  /** Matches code that uses the feature. Null: only an outdated browser, or a developer's tool, does. */
  use: RegExp | null;
  functions: readonly string[];
}

const features: Readonly<Record<string, Feature>> = {
  'view transitions': {
    use: importOf('ViewTransition|addTransitionType'),
    functions: [
      'applyViewTransitionName',
      'applyViewTransitionToHostInstances',
      'applyViewTransitionToHostInstancesRecursive',
      'commitAfterMutationEffectsOnFiber',
      'commitAppearingPairViewTransitions',
      'commitDeletedPairViewTransitions',
      'commitEnterViewTransitions',
      'commitExitViewTransitions',
      'commitNestedViewTransitions',
      'createViewTransitionInstance',
      'getViewTransitionClassName',
      'getViewTransitionName',
      'measureNestedViewTransitions',
      'measureViewTransitionHostInstancesRecursive',
      'pushViewTransitionCancelableScope',
      'queueTransitionTypes',
      'reportViewTransitionError',
      'restoreEnterOrExitViewTransitions',
      'restoreNestedViewTransitions',
      'restorePairedViewTransitions',
      'restoreViewTransitionName',
      'restoreViewTransitionOnHostInstances',
      'scheduleViewTransitionEvent',
      'startViewTransition',
      'trackEnterViewTransitions',
      'ViewTransitionPseudoElement',
    ],
  },
  'refs of fragments': {
    use: /<(?:React\.)?Fragment\b[^>]*\sref=|\bjsxs?\(\s*_?Fragment\w*,\s*\{\s*ref:/,
    functions: [
      'addFragmentHandleToFiber',
      'addFragmentHandleToInstance',
      'commitFragmentInstanceDeletionEffects',
      'commitFragmentInstanceInsertionEffects',
      'commitNewChildToFragmentInstance',
      'commitNewChildToFragmentInstances',
      'deleteChildFromFragmentInstance',
      'FragmentInstance',
      'traverseVisibleInstancesAndTextInstances',
    ],
  },
  'functions as actions of forms': {
    use: importOf('useActionState|useFormState|useFormStatus|requestFormReset'),
    functions: [
      'dispatchActionState',
      'ensureFormComponentIsStateful',
      'mountActionState',
      'rerenderActionState',
      'runActionStateAction',
      'startHostTransition',
      'updateActionState',
      'updateActionStateImpl',
    ],
  },
  'lists of suspended parts, and hidden activities': {
    use: importOf('SuspenseList|unstable_SuspenseList|Activity|unstable_Activity'),
    functions: [
      'commitActivityHydrationCallbacks',
      'cutOffTailIfNeeded',
      'findFirstSuspended',
      'getActivityInstanceFromFiber',
      'updateActivityComponent',
      'updateSuspenseListComponent',
    ],
  },
  'style sheets and scripts that React loads': {
    use: /\bprecedence[=:]|<script\b[^>]*\sasync\b|\bimport\s*\{[^}]*\b(?:prefetchDNS|preconnect|preload|preloadModule|preinit|preinitModule)\b[^}]*\}\s*from\s*['"]react-dom['"]/,
    functions: [
      'accumulateSuspenseyCommitOnFiber',
      'acquireResource',
      'estimateBandwidth',
      'getResource',
      'insertStylesheetIntoRoot',
      'insertSuspendedStylesheets',
      'preconnectAs',
      'preinitModuleScript',
      'preinitScript',
      'preinitStyle',
      'preload',
      'preloadInstanceAndSuspendIfNeeded',
      'preloadModule',
      'preloadResourceAndSuspendIfNeeded',
      'suspendResource',
      'waitForCommitToBeReady',
    ],
  },
  // The browser's own progress while a transition waits; pages show theirs.
  'the default sign of a transition': { use: null, functions: ['defaultOnDefaultTransitionIndicator'] },
  findDOMNode: { use: importOf('findDOMNode'), functions: ['findCurrentFiberUsingSlowPath'] },
  'the event beforeinput': {
    use: /\bonBeforeInput(?:Capture)?["']?[=:]/,
    functions: ['getFallbackBeforeInputChars', 'getNativeBeforeInputChars'],
  },
  'browsers without the event input, or composition': {
    use: null,
    functions: [
      'getData',
      'getTargetInstForInputEventPolyfill',
      'handleEventsForInputEventPolyfill',
      'handlePropertyChange',
      'isFallbackCompositionEnd',
      'stopWatchingForValueChange',
    ],
  },
  'parts of a page that a script hydrates first': { use: /\bunstable_scheduleHydration\b/, functions: ['attemptExplicitHydrationTarget'] },
  'the compiler of React': { use: /\bcompiler-runtime\b|\b__COMPILER_RUNTIME\b/, functions: ['useMemoCache'] },
  'names of components in errors': { use: /\bcomponentStack\b/, functions: ['getStackByFiberInDevAndProd'] },
};

const methodsOfFragments = /^FragmentInstance\.prototype\.\w+ = function[\s\S]*?^\};\n/gm;

/** Matches an import of one of the names from React, or its use as a property of React. */
function importOf(names: string): RegExp {
  return new RegExp(
    `\\bimport\\s*(?:\\w+,\\s*)?\\{[^}]*\\b(?:${names})\\b[^}]*\\}\\s*from\\s*['"]react(?:-dom)?['"]|\\bReact\\w*\\.(?:${names})\\b`,
  );
}

/**
 * A Vite plugin that empties the functions of react-dom that only unused features call, so that 11 KB of them aren't sent to every visitor.
 * Code that uses such a feature fails the build, and so does a version of React without one of the functions. Development isn't affected.
 */
export function reactFeatures(): Plugin {
  /** What modules use, by their path. Unused parts of packages are left out of the build later. */
  const uses = new Map<string, string>();
  return {
    name: 'newline-react-features',
    apply: 'build',
    enforce: 'pre',
    transform(source, id) {
      if (this.environment.name !== 'client' || id.includes('?')) return null;
      if (id.endsWith('react-dom/cjs/react-dom-client.production.js')) return { code: withoutFeatures(source), map: null };
      const feature = featureUsed(source, id);
      if (feature !== undefined && !/node_modules\/(?:react|react-dom|scheduler)\//.test(id)) uses.set(id, feature);
      return null;
    },
    generateBundle(_options, bundle) {
      for (const id of Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])))
        if (uses.has(id)) this.error(`${id} uses ${uses.get(id)}, which react-features-plugin.ts removes from React.`);
    },
  };
}

/** Returns the name of the first removed feature that a module uses; undefined when it uses none, or isn't made with React. */
export function featureUsed(source: string, path: string): string | undefined {
  const isReact = path.endsWith('x') || /\bfrom\s*['"]react(?:-dom|\/jsx-runtime)?['"]|\brequire\(['"]react/.test(source);
  if (!isReact) return undefined;
  return Object.entries(features).find(([, { use }]) => use?.test(source))?.[0];
}

/** Returns react-dom without the features. Throws if one of their functions isn't in it. */
export function withoutFeatures(source: string): string {
  let code = source;
  for (const name of Object.values(features).flatMap(({ functions }) => functions)) {
    const whole = new RegExp(`^function ${name}\\([^{}]*\\) \\{\\n[\\s\\S]*?^\\}\\n`, 'm');
    if (!whole.test(code)) throw new Error(`React no longer has the function ${name}: react-features-plugin.ts must follow it.`);
    code = code.replace(whole, `function ${name}() {\n  return null;\n}\n`);
  }
  if (code.match(methodsOfFragments) === null) throw new Error('React no longer has methods of fragments.');
  return code.replace(methodsOfFragments, '');
}
