/**
 * Runs before the first paint, so that nothing flashes: the theme that was chosen here before, and whether somebody was signed in
 * the last time (only to keep the place for their picture; who they are is asked after the page has loaded).
 * It never changes from page to page: its hash stands in the policy of every cached page.
 */
export const earlyScript =
  "try{var t=localStorage.getItem('theme'),d=document.documentElement;if(t==='light'||t==='dark')d.dataset.theme=t;if(localStorage.getItem('member'))d.dataset.member=''}catch(e){}";
