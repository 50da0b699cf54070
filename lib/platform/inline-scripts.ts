/** Runs before first paint: stored theme (dark unless chosen) and whether an account menu is worth showing. */
export const THEME_SCRIPT =
  '(function(d){var t="dark";try{t=localStorage.getItem("theme")||t}catch(e){}' +
  'd.className+=" "+(t==="light"?"light":"dark");d.style.colorScheme=t==="light"?"light":"dark";' +
  'if(/(?:^|; )logged=1/.test(document.cookie))d.dataset.logged="1"})(document.documentElement)';

/**
 * The splash of the specification: until loading ends plus 2 s, once per browser session; a page that is
 * not loaded after 20 s reloads once per session and then shows the error fallback that stands in the HTML.
 */
export const SPLASH_SCRIPT =
  '(function(d,w){var s;try{s=sessionStorage}catch(e){}' +
  'function done(){try{s.splash="shown"}catch(e){}delete d.dataset.splash}' +
  'if(s&&!s.splash){d.dataset.splash="on";w.addEventListener("load",function(){setTimeout(done,2000)})}' +
  'var t=setTimeout(function(){var a;try{a=s.reloaded;s.reloaded="1"}catch(e){a="1"}' +
  'if(a){done();d.dataset.stuck="1"}else location.reload()},20000);' +
  'w.addEventListener("load",function(){clearTimeout(t)})})(document.documentElement,window)';
