/**
 * What React Router's own script does before the first paint: it names this entry of the history, and scrolls to where the entry was left. The
 * router's throws where the user blocks storage, on every page. Its names are its own: the other scripts of a page have variables, too.
 */
export const scrollScript =
  "try{let h=history,k=h.state&&h.state.key;if(!k)h.replaceState({key:k=Math.random().toString(32).slice(2)},'');" +
  "let y=JSON.parse(sessionStorage.getItem('react-router-scroll-positions')||'{}')[k];if(typeof y==='number')scrollTo(0,y)}catch(e){}";
