/**
 * Does what React Router's own script does before the first paint: names this history entry, and restores its scroll position. The router's
 * script throws when the user blocks storage, on every page. Its variables are scoped, because other scripts of a page have some too.
 */
export const scrollScript =
  "try{let h=history,k=h.state&&h.state.key;if(!k)h.replaceState({key:k=Math.random().toString(32).slice(2)},'');" +
  "let y=JSON.parse(sessionStorage.getItem('react-router-scroll-positions')||'{}')[k];if(typeof y==='number')scrollTo(0,y)}catch(e){}";
