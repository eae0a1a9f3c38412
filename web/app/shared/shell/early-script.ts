import { deviceKeys } from '../browser-storage.ts';

/**
 * Lays out the sections below the fold of the long home page after the first paint, one per frame, because full layout took most of the
 * time before it. They're ready before the user can scroll to them. A page with a target position (a fragment, Back, a reload) is laid out
 * immediately. An attribute in the sections' style triggers it; React doesn't touch attributes that it didn't render.
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
 * Opens and closes the search dialog (`search-box.tsx`), whose field is in the HTML, so that typing doesn't wait for other code. A click
 * with a modifier key, or in a browser without dialogs, follows the link.
 */
const searchBox =
  "addEventListener('click',function(e){var b=document.getElementById('search-box'),t=e.target;if(!b||!b.showModal||!t.closest||e.defaultPrevented)return;" +
  "if(t===b||t.closest('#search-box [data-close]'))b.close();" +
  "else if(t.closest('#search-open')&&!e.button&&!e.ctrlKey&&!e.metaKey&&!e.shiftKey&&!e.altKey){e.preventDefault();if(!b.open)b.showModal();b.querySelector('input').select()}});" +
  // Otherwise Escape would first clear the field.
  "addEventListener('keydown',function(e){var b=document.getElementById('search-box');if(b&&b.open&&e.key==='Escape'&&!e.isComposing){e.preventDefault();b.close()}})";

/**
 * Stores a comment that was started with the keys before hydration, for `early-comment.ts`: the selection, because it's lost when anything
 * takes the focus, and a hidden field that takes what is typed after the keys, as `typing-ahead.ts` does later.
 */
const comment =
  "addEventListener('keydown',function(e){var d=document,r=d.documentElement,s=getSelection(),g=null,f;" +
  "if('hydrated'in r.dataset||e.defaultPrevented||!e.altKey||e.code!=='KeyM'||!e.ctrlKey&&!e.metaKey||e.target.closest('input,textarea,select')||!d.querySelector('[data-comments]'))return;" +
  'e.preventDefault();' +
  "if(!s.isCollapsed){g=s.getRangeAt(0).cloneRange();f=d.createElement('textarea');f.ariaLabel='Loading...';f.className='sr';f.style.cssText='position:fixed;top:50%;left:0';d.body.append(f);f.focus({preventScroll:true})}" +
  'r.earlyComment={range:g,field:f}})';

/**
 * Runs before the first paint to avoid flashes: applies the stored theme, and whether a user was signed in last time (only to reserve space
 * for their image; the viewer is loaded after the page). Handles the shortcuts of the search: Ctrl or Cmd with K, and slash unless the user
 * is typing or single-key shortcuts are off. Holds forms that need a script and were sent before hydration, so that nothing typed is lost
 * (`early-submit.ts`); forms with an action are sent by the browser. It's the same on every page, because its hash is in the policy of every
 * cached page.
 */
export const earlyScript =
  `try{var t=localStorage.getItem('${deviceKeys.theme}'),d=document.documentElement;if(t==='light'||t==='dark')d.dataset.theme=t;if(localStorage.getItem('${deviceKeys.member}'))d.dataset.member=''}catch(e){}` +
  `function k(){try{return localStorage.getItem('${deviceKeys.keys}')==='off'}catch(e){}}` +
  "addEventListener('keydown',function(e){if(!e.defaultPrevented&&((e.key==='k'||e.key==='K'&&!e.shiftKey||e.code==='KeyK'&&/[^\\0-\\u024f]/.test(e.key))&&(e.ctrlKey||e.metaKey)||e.key==='/'&&!k()&&!e.target.closest('input,textarea,select,[contenteditable=true]'))){var s=document.getElementById('search-open');if(s){e.preventDefault();s.click()}}});" +
  searchBox +
  `;${comment}` +
  ";addEventListener('submit',function(e){var f=e.target,d=document.documentElement;if(!('hydrated'in d.dataset)&&f.method==='post'&&!f.getAttribute('action')){e.preventDefault();e.stopPropagation();d.earlySubmit=[f,e.submitter]}},true)" +
  (layOutLater && `;${layOutLater}`);
