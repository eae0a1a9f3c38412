import { deviceKeys } from '../browser-storage.ts';

/**
 * The home page is long, and its whole layout was most of what its first paint waited for. So what is below is laid out after that paint, a
 * section a frame: for a person it is there before they can scroll to it. A page with a place to go to (an anchor, a return, a reload) is laid
 * out at once. The sections' own style says that their time has come; React leaves attributes alone that it did not write.
 */
const layOutLater = import.meta.env.PROD
  ? "try{if(location.pathname==='/'&&!location.hash&&performance.getEntriesByType('navigation')[0].type==='navigate'){" +
    'var y=new CSSStyleSheet,n=function(){requestAnimationFrame(function(){setTimeout(function(){' +
    "var e=document.querySelector('main section:not([style])');if(e)e.style.contentVisibility='visible';" +
    "if(e||document.readyState==='loading')n();else y.replaceSync('')})})},g=function(){n();g=function(){}};" +
    "y.replaceSync('@media screen{main section:not([style]){content-visibility:auto;contain-intrinsic-height:auto 40rem}}');" +
    "document.adoptedStyleSheets=[y];new PerformanceObserver(function(){g()}).observe({type:'paint',buffered:true});" +
    "addEventListener('load',function(){g()})}}catch(e){}"
  : '';

/**
 * Opens and closes the search over the page (`search-box.tsx`), whose field is in the HTML: not one letter has to wait for other code. A press with
 * a key held down is one on a link, as is one where the browser has no dialogs.
 */
const searchBox =
  "addEventListener('click',function(e){var b=document.getElementById('search-box'),t=e.target;if(!b||!b.showModal||!t.closest||e.defaultPrevented)return;" +
  "if(t===b||t.closest('#search-box [data-close]'))b.close();" +
  "else if(t.closest('#search-door')&&!e.button&&!e.ctrlKey&&!e.metaKey&&!e.shiftKey&&!e.altKey){e.preventDefault();if(!b.open)b.showModal();b.querySelector('input').select()}});" +
  // Its own Escape would empty the field first.
  "addEventListener('keydown',function(e){var b=document.getElementById('search-box');if(b&&b.open&&e.key==='Escape'&&!e.isComposing){e.preventDefault();b.close()}})";

/**
 * Runs before the first paint, so that nothing flashes: the theme that was chosen here before, and whether somebody was signed in
 * the last time (only to keep the place for their picture; who they are is asked after the page has loaded). And the keys of the search,
 * Ctrl or Cmd with K and a slash where nothing is being written, unless single keys are off: they press its link.
 * And a form that only a script can send, sent before the page's script runs, waits for it instead of losing what was typed
 * (`late-submit.ts`): forms that the server takes have an action.
 * It never changes from page to page: its hash stands in the policy of every cached page.
 */
export const earlyScript =
  `try{var t=localStorage.getItem('${deviceKeys.theme}'),d=document.documentElement;if(t==='light'||t==='dark')d.dataset.theme=t;if(localStorage.getItem('${deviceKeys.member}'))d.dataset.member=''}catch(e){}` +
  `function k(){try{return localStorage.getItem('${deviceKeys.keys}')==='off'}catch(e){}}` +
  "addEventListener('keydown',function(e){if(!e.defaultPrevented&&((e.key==='k'||e.key==='K'&&!e.shiftKey||e.code==='KeyK'&&/[^\\0-\\u024f]/.test(e.key))&&(e.ctrlKey||e.metaKey)||e.key==='/'&&!k()&&!e.target.closest('input,textarea,select,[contenteditable=true]'))){var s=document.getElementById('search-door');if(s){e.preventDefault();s.click()}}});" +
  searchBox +
  ";addEventListener('submit',function(e){var f=e.target,d=document.documentElement;if(!('hydrated'in d.dataset)&&f.method==='post'&&!f.getAttribute('action')){e.preventDefault();d.lateSubmit=[f,e.submitter]}},true)" +
  (layOutLater && `;${layOutLater}`);
